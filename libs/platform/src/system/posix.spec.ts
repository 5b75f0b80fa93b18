import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restrictToOwner } from './posix';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-files-'));
  file = join(directory, 'file');
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

test.each([
  [0o644, 0o600],
  [0o666, 0o600],
  [0o640, 0o600],
  [0o755, 0o600],
  [0o444, 0o400],
])('a file of mode %o becomes one of mode %o', (before, after) => {
  writeFileSync(file, '');
  chmodSync(file, before);
  restrictToOwner(file);
  expect(modeOf(file)).toBe(after);
});

test('a file that a symbolic link names is restricted', () => {
  writeFileSync(file, '', { mode: 0o644 });
  symlinkSync(file, join(directory, 'link'));
  restrictToOwner(join(directory, 'link'));
  expect(modeOf(file)).toBe(0o600);
});

test('directories, devices and missing files are left alone', () => {
  chmodSync(directory, 0o755);
  restrictToOwner(directory);
  expect(modeOf(directory)).toBe(0o755);
  const device = modeOf('/dev/null');
  restrictToOwner('/dev/null');
  expect(modeOf('/dev/null')).toBe(device);
  restrictToOwner(join(directory, 'missing'));
});
