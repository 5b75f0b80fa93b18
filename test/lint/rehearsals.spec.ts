import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProjectCopy } from '../support/project-copy';
import { type Rehearsal, rehearsals } from './rehearsals/rehearsals';

const patches = join(__dirname, 'rehearsals');

/** Longest time for one check of everything, beside other test files. */
const PATIENCE_MS = 10 * 60_000;

/** Specs of what is here that have to pass with all extensions; those of the patches come on top. */
const specs = [
  'libs/auth/src/roles/access-table.spec.ts',
  'libs/config/src/reference/render-reference.spec.ts',
  'libs/snapshot/src/compiled/compile-segment.spec.ts',
  'libs/state/src/operators/operators-by-type.spec.ts',
  'test/lint/operator-table.spec.ts',
];

function patchOf({ name }: Rehearsal): string {
  return join(patches, `${name}.patch`);
}

function isSpec(file: string): boolean {
  return file.endsWith('.spec.ts');
}

function isPage(file: string): boolean {
  return file.startsWith('docs/');
}

function isOfDashboard(file: string): boolean {
  return file.startsWith('web/');
}

/** The files that a patch touches, and those of them that it creates. */
function filesOf(patch: string): { readonly all: readonly string[]; readonly created: readonly string[] } {
  const show = (how: string): readonly string[] =>
    execFileSync('git', ['apply', how, patch], { encoding: 'utf8' }).trimEnd().split('\n');
  return {
    all: show('--numstat').map((line) => line.split('\t')[2] ?? ''),
    created: show('--summary').flatMap((line) => /^ create mode \d+ (.+)$/.exec(line)?.[1] ?? []),
  };
}

test('every patch is recorded', () => {
  const found = readdirSync(patches).filter((file) => file.endsWith('.patch'));
  expect(found.toSorted()).toEqual(rehearsals.map(({ name }) => `${name}.patch`).toSorted());
});

test('the table of figures is that of docs/contributing.md', () => {
  const rows = readFileSync('docs/contributing.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  for (const { kind, changed, added, generated } of rehearsals) {
    const figures = [changed, added, generated].map(({ length }) => String(length));
    expect(rows).toContainEqual(['', kind, ...figures, '']);
  }
});

test('the next version that drills upgrade to can be made', () => {
  execFileSync('git', ['apply', '--check', '-C1', 'test/drills/support/next-version/next-version.patch']);
});

describe.each(rehearsals)('$kind', (rehearsal) => {
  it('goes on top of what is here', () => {
    execFileSync('git', ['apply', '--check', '-C1', patchOf(rehearsal)]);
  });

  it('takes the files that are recorded, and no others', () => {
    const { all, created } = filesOf(patchOf(rehearsal));
    const files = all.filter((file) => !isSpec(file) && !isPage(file)).toSorted();
    const ofServer = files.filter((file) => !isOfDashboard(file));
    const { changed, added, dashboard = [] } = rehearsal;
    expect({
      changed: ofServer.filter((file) => !created.includes(file)),
      added: ofServer.filter((file) => created.includes(file)),
      dashboard: files.filter(isOfDashboard),
    }).toEqual({ changed, added, dashboard });
  });
});

describe('all extensions together', () => {
  let copy: ProjectCopy;
  const touched = rehearsals.flatMap((rehearsal) => filesOf(patchOf(rehearsal)).all);

  beforeAll(() => {
    copy = new ProjectCopy('rehearsals');
    for (const rehearsal of rehearsals) copy.run('git', 'apply', '-C1', patchOf(rehearsal));
    // From here on, git tells what generators change.
    copy.run('git', 'init', '--quiet');
    copy.run('git', 'add', '--all');
    copy.run('buf', 'generate', '--template', '.config/buf.gen.yaml', 'proto');
    copy.run('swc', 'libs/config/src', '--config-file', '.swcrc', '--out-dir', 'dist', '--quiet');
    const reference = copy.run(process.execPath, 'dist/libs/config/src/reference/print-reference.js');
    writeFileSync(join(copy.directory, 'docs/settings.md'), reference);
    copy.run(process.execPath, 'deploy/helm/generate/generate.mjs');
  }, PATIENCE_MS);

  afterAll(() => {
    copy.remove();
  });

  it('change the generated files that are recorded, and no others', () => {
    const changed = copy.run('git', 'diff', '--name-only').trimEnd().split('\n');
    const recorded = new Set(rehearsals.flatMap(({ generated }) => generated));
    expect(changed.toSorted()).toEqual([...recorded].toSorted());
  });

  it.each(['check:types:server', 'check:types:web', 'check:imports'])(
    'pass %s',
    (script) => {
      copy.run('npm', 'run', '--silent', script);
    },
    PATIENCE_MS,
  );

  it(
    'pass lint and format',
    () => {
      copy.run('oxlint', ...touched.filter((file) => file.endsWith('.ts')));
      copy.run('oxfmt', '--check', ...touched);
    },
    PATIENCE_MS,
  );

  it(
    'work',
    () => {
      const own = touched.filter(isSpec);
      expect(own).toHaveLength(rehearsals.length);
      copy.run('jest', '--maxWorkers=1', '--cacheDirectory=dist/jest', '--runTestsByPath', ...specs, ...own);
    },
    PATIENCE_MS,
  );
});
