import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProjectCopy } from '../support/project-copy';
import { filesOf, isSpec, patchOf } from './rehearsals/patches';
import { rehearsals } from './rehearsals/rehearsals';

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
