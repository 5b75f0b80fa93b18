import { readdirSync, readFileSync } from 'node:fs';
import { describeWithPrograms } from '../support/describe-with-programs';
import { examplesOf } from './examples';
import { plans } from './pages';
import { asking, PageRun } from './run-example';
import { Workplace } from './workplace';

/** How long an example may take, in milliseconds; many times what it takes. */
const EXAMPLE_TIMEOUT_MS = 120_000;

const documents = readdirSync('docs').filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...documents.map((name) => `docs/${name}`)].map((page) => ({
  page,
  toRun: examplesOf(readFileSync(page, 'utf8')).filter(({ notRun }) => notRun === undefined),
}));

jest.setTimeout(EXAMPLE_TIMEOUT_MS);

describeWithPrograms(['bash', 'curl', 'openssl', 'helm'], 'the examples of the documentation', () => {
  describe.each(pages.filter(({ toRun }) => toRun.length > 0))('$page', ({ page, toRun }) => {
    const { settings, env, prepare, script } = plans[page] ?? {};
    let workplace: Workplace | undefined;
    let run: PageRun;

    beforeAll(async () => {
      if (toRun.some(({ fence }) => asking.includes(fence))) {
        workplace = await Workplace.open(settings, env);
        await prepare?.(workplace);
      }
      run = new PageRun(workplace, script);
    });

    afterAll(async () => workplace?.close());

    it.each(toRun)('line $line: $fence', async (example) => run.run(example));
  });

  it('every page of which something is said here is there', () => {
    expect(pages.map(({ page }) => page)).toEqual(expect.arrayContaining(Object.keys(plans)));
  });
});
