import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutputFile } from './output-file';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-output-'));
  path = join(directory, 'out.yaml');
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

async function writeTo(name: string): Promise<void> {
  const file = await OutputFile.open(join(directory, name));
  await file.write('new ');
  await file.write('text');
  await file.commit();
}

test('a file appears when it is whole', async () => {
  const file = await OutputFile.open(path);
  await file.write('new');
  expect(readdirSync(directory)).not.toContain('out.yaml');
  await file.commit();
  await file.discard();
  expect(readdirSync(directory)).toEqual(['out.yaml']);
  expect(readFileSync(path, 'utf8')).toBe('new');
  // What is exported is for whoever exports it, whatever the umask.
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('the one that was there is replaced, with its permissions, or left alone', async () => {
  writeFileSync(path, 'old', { mode: 0o600 });
  const given = await OutputFile.open(path);
  await given.write('half');
  await given.discard();
  expect([readFileSync(path, 'utf8'), readdirSync(directory)]).toEqual(['old', ['out.yaml']]);
  await writeTo('out.yaml');
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['new text', 0o600]);
});

test('a link goes on to lead to the file', async () => {
  writeFileSync(path, 'old');
  symlinkSync('out.yaml', join(directory, 'link.yaml'));
  await writeTo('link.yaml');
  expect(readFileSync(path, 'utf8')).toBe('new text');
  expect(readdirSync(directory).sort()).toEqual(['link.yaml', 'out.yaml']);
});

test('what is no file is written to as it is', async () => {
  const file = await OutputFile.open('/dev/null');
  await file.write('text');
  await file.commit();
  expect(statSync('/dev/null').isFile()).toBe(false);
});

test('of two that must not replace a file, the first one stays', async () => {
  const files = await Promise.all([1, 2].map(async () => OutputFile.open(path, { mayReplace: false })));
  for (const [index, file] of files.entries()) await file.write(`text ${index}`);
  await files[1]?.commit();
  await expect(files[0]?.commit()).rejects.toThrow(
    `cannot write ${path}: another process has just made it; name another file`,
  );
  await files[0]?.discard();
  expect(readFileSync(path, 'utf8')).toBe('text 1');
  expect(readdirSync(directory)).toEqual(['out.yaml']);
  expect(statSync(path)).toMatchObject({ nlink: 1 });
});

test('where nothing can be written, that is said with the name', async () => {
  await expect(OutputFile.open(directory)).rejects.toThrow(`cannot write ${directory}: it is a directory`);
  await expect(OutputFile.open(join(directory, 'no/file'))).rejects.toThrow('no such file or directory');
});
