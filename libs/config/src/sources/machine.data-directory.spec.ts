import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataDirectory } from './machine';

const env = { HOME: '/home/me', APPDATA: '/AppData' };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pennon-data-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

test.each([
  ['linux', '/home/me/.config/pennon'],
  ['freebsd', '/home/me/.config/pennon'],
  ['darwin', '/home/me/Library/Application Support/pennon'],
  ['win32', '/AppData/pennon'],
] as const)('%s keeps data in %s', (platform, directory) => {
  expect(dataDirectory({ env, platform, root })).toBe(directory);
});

test('/var/opt/pennon goes first where it is a directory, on Linux', () => {
  const systemDirectory = join(root, 'var/opt/pennon');
  mkdirSync(systemDirectory, { recursive: true });
  expect(dataDirectory({ env, platform: 'linux', root })).toBe(systemDirectory);
  expect(dataDirectory({ env, platform: 'freebsd', root })).toBe('/home/me/.config/pennon');
});
