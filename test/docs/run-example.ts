import { FileSelection } from '../../libs/document-source/src/scans/file-selection';
import { parse } from 'yaml';
import { Chart } from '../support/helm/chart';
import { problemsOf } from '../support/kubernetes/problems-of';
import { type Example } from './examples';
import { answerLike, membersOf } from './expected-answer';
import { type PagePlan } from './pages';
import { readSettings } from './read-settings';
import { type Run, type Workplace } from './workplace';

/** The fences whose blocks need a server. */
export const asking: readonly string[] = ['sh', 'console', 'js'];

/** Runs the examples of a page, one after the other. */
export class PageRun {
  /** What the latest command wrote. */
  private latest: Run = { exitCode: 0, stdout: '', stderr: '' };

  /** @param workplace Undefined for a page on which nothing is {@link asking}. */
  constructor(
    private readonly workplace: Workplace | undefined,
    private readonly script: PagePlan['script'],
  ) {}

  /** Does with the example what its fence says: docs/contributing.md, Examples. Rejects if it is wrong. */
  async run({ fence, text, exitCode }: Example): Promise<void> {
    switch (fence) {
      case 'sh':
        this.succeed(exitCode, await this.workplace?.shell(text));
        return;
      case 'console':
        this.succeed(exitCode, await this.workplace?.shell(text.replace(/^\$ /gm, '')));
        return;
      case 'js': {
        const module = [this.script?.given, text, this.script?.then].join('\n');
        this.succeed(exitCode, await this.workplace?.script(module));
        return;
      }
      case 'json answer':
        expect(JSON.parse(this.latest.stdout)).toMatchObject(answerLike(JSON.parse(text)) as object);
        return;
      case 'json members':
        expectMembers(JSON.parse(this.latest.stdout), JSON.parse(text));
        return;
      case 'yaml':
        readSettings(text);
        return;
      case 'yaml index':
        FileSelection.fromIndex(text, '.flipt.yml');
        return;
      case 'yaml values':
        expectValues(parse(text) as Values);
        return;
      default:
        throw new Error(`nobody knows how to run \`${fence}\`: see docs/contributing.md, Examples`);
    }
  }

  private succeed(exitCode: number, run: Run | undefined): void {
    expect(run).toEqual({ ...run, exitCode });
    if (run !== undefined) this.latest = run;
  }
}

/** All that is shown must be there, and of the same type. */
function expectMembers(actual: unknown, shown: unknown): void {
  expect(membersOf(actual)).toEqual(expect.arrayContaining([...membersOf(shown)]));
}

type Values = Readonly<Record<string, unknown>>;

/** The chart takes what is shown, and makes manifests of it that Kubernetes takes. */
function expectValues(shown: Values): void {
  // Objects of operators are by schemas of their own.
  const { 'extra-objects.yaml': _, ...files } = new Chart().renderFiles(shown);
  expect(problemsOf(Object.values(files).flat())).toEqual([]);
}
