import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Longest file of the server, in lines. Longer ones have more than one job. */
const MAX_LINES = 350;

/** Libraries that any file may import, and how many modules one of them may load, packages included. */
const cheapLibraries = [
  ['config', 75],
  ['domain', 40],
  ['proto', 125],
] as const;

/** Hand-written files of the server, without tests and what tests use. */
function serverFiles(): readonly string[] {
  const rest = [':!*.spec.ts', ':!**/gen/**', ':!**/testing/**', ':!libs/testing'];
  const listed = execFileSync('git', ['ls-files', '--', 'apps/*.ts', 'libs/*.ts', ...rest], {
    encoding: 'utf8',
  });
  return listed.trimEnd().split('\n');
}

it(`no file of the server is longer than ${MAX_LINES} lines`, () => {
  const files = serverFiles();
  expect(files.length).toBeGreaterThan(500);
  const long = files
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES);
  expect(long).toEqual([]);
});

it.each(cheapLibraries)('%s loads no more than %i modules', (library, most) => {
  const count = `require('./dist/libs/${library}/src/index.js'); console.log(Object.keys(require.cache).length)`;
  const modules = Number(execFileSync(process.execPath, ['-e', count], { encoding: 'utf8' }));
  expect(modules).toBeGreaterThan(1);
  expect(modules).toBeLessThanOrEqual(most);
});
