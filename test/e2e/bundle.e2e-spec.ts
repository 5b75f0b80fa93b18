import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// That servers and commands work as the bundle has them is what all other tests show, which run nothing else.

jest.setTimeout(60_000);

const bundle = join(process.cwd(), 'dist/bundle');

/** A bundle to be changed. */
let copy: string;

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'pennon-bundle-'));
  cpSync(bundle, copy, { recursive: true });
});

afterEach(() => {
  rmSync(copy, { recursive: true, force: true });
});

/** What `pennon --version` writes, run by Node with these options. */
function version(directory: string, ...options: readonly string[]): string {
  return execFileSync(process.execPath, [...options, join(directory, 'pennon.js'), '--version'], {
    cwd: tmpdir(),
    encoding: 'utf8',
  });
}

/** Whether V8 took the code that lies beside a bundle. */
function isTaken(directory: string, ...options: readonly string[]): boolean {
  const ask = `
    const [, load] = process.argv;
    process.argv.push('--version');
    const { cachedDataRejected } = require(load).run('pennon');
    process.stderr.write(String(!cachedDataRejected));`;
  const { stderr } = spawnSync(process.execPath, [...options, '-e', ask, join(directory, 'load.cjs')], {
    encoding: 'utf8',
  });
  return stderr === 'true';
}

test.each([[[]], [['--max-semi-space-size=4']]])(
  'V8 takes the code that was compiled when the bundle was built, with options %j',
  (options) => {
    expect(isTaken(bundle, ...options)).toBe(true);
  },
);

test.each([
  [
    'there is none',
    (file: string) => {
      rmSync(file);
    },
  ],
  [
    'it is none',
    (file: string) => {
      writeFileSync(file, 'not what V8 has written');
    },
  ],
  [
    'it is cut off',
    (file: string) => {
      writeFileSync(file, readFileSync(file).subarray(0, 100_000));
    },
  ],
])('where %s, it is compiled anew', (_, change) => {
  change(join(copy, 'bundle.cache'));
  expect(version(copy)).toBe(version(bundle));
});

test('what was compiled for other flags of V8 is not used, and the program runs all the same', () => {
  const flag = '--no-flush-bytecode';
  expect(isTaken(bundle, flag)).toBe(false);
  expect(version(bundle, flag)).toBe(version(bundle));
});

/** What the stack has, line by line, where `pennon --version` writes to its output. */
function stackOf(directory: string): readonly string[] {
  const ask = `
    const [, load] = process.argv;
    process.argv.push('--version');
    process.stdout.write = () => process.stderr.write(new Error().stack);
    require(load).run('pennon');`;
  const { stderr } = spawnSync(process.execPath, ['-e', ask, join(directory, 'load.cjs')], {
    encoding: 'utf8',
  });
  return stderr.split('\n');
}

test.each(['with', 'without'])('a stack names lines of the bundle, %s the code of the build', (way) => {
  if (way === 'without') rmSync(join(copy, 'bundle.cache'));
  const stack = stackOf(copy);
  expect(stack).toContainEqual(expect.stringMatching(/^ {4}at main \(bundle\.cjs:\d+:\d+\)$/));
  expect(stack.filter((line) => line.includes(process.cwd()))).toEqual([]);
});

test('the map beside it leads to the source', () => {
  const file = join(bundle, 'bundle.cjs');
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  const [before = ''] = readFileSync(file, 'utf8').split('class SnapshotHolder', 1);
  const lines = before.split('\n');
  expect(map.findEntry(lines.length - 1, lines.at(-1)?.length ?? 0)).toMatchObject({
    originalSource: expect.stringMatching(/(^|\/)libs\/snapshots\/src\/snapshot-holder\.ts$/),
  });
  expect(version(bundle, '--enable-source-maps')).toBe(version(bundle));
});

test('a module that cannot be found is named, and nothing else', () => {
  rmSync(join(copy, 'node_sqlite3.node'));
  const serve = spawnSync(process.execPath, [join(copy, 'pennon.js'), 'serve'], {
    encoding: 'utf8',
    env: { HOME: copy },
  });
  expect(serve.status).toBe(1);
  expect(serve.stderr).toMatch(/^pennon: Cannot find module '\.\/node_sqlite3\.node'/);
  expect(serve.stderr).not.toContain('ReferenceError');
});
