import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadOnlyError, TooLargeError, UnavailableError } from '@pennon/domain';
import { DirectoryStore } from './directory-store';

let directory: string;
let store: DirectoryStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pennon-directory-'));
  store = new DirectoryStore(directory);
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function put(name: string, text: string): Promise<void> {
  await writeFile(join(directory, name), text);
}

async function keys(): Promise<readonly string[]> {
  return (await store.list('', { maxObjects: 100 })).map(({ key }) => key);
}

const some = { maxBytes: 100 };

describe('a list', () => {
  it('has all files, at any depth, in the order of their paths', async () => {
    await mkdir(join(directory, 'a/.git'), { recursive: true });
    for (const name of ['b.yml', 'a.yml', 'a/z', 'a/.git/x', 'ä']) await put(name, name);
    expect(await keys()).toEqual(['a.yml', 'a/.git/x', 'a/z', 'b.yml', 'ä']);
  });

  it('has the files of a mounted ConfigMap once', async () => {
    await mkdir(join(directory, '..2026_11_22'));
    await put('..2026_11_22/features.yml', 'x');
    await symlink('..2026_11_22', join(directory, '..data'));
    await symlink('..data/features.yml', join(directory, 'features.yml'));
    expect(await keys()).toEqual(['features.yml']);
    expect(await store.get('features.yml', some)).toMatchObject({ body: Buffer.from('x') });
  });

  it('follows the directory when that is a link, and no other link to a directory', async () => {
    await mkdir(join(directory, 'one'));
    await put('one/x', 'x');
    await symlink('one', join(directory, 'current'));
    expect(await keys()).toEqual(['one/x']);
    const current = new DirectoryStore(join(directory, 'current'));
    expect((await current.list('', { maxObjects: 9 })).map(({ key }) => key)).toEqual(['x']);
  });

  it('is refused when there are too many files, or no directory, or a link that leads nowhere', async () => {
    await put('a', '');
    await put('b', '');
    await expect(store.list('', { maxObjects: 1 })).rejects.toThrow(TooLargeError);
    await symlink('nowhere', join(directory, 'c'));
    await expect(store.list('', { maxObjects: 9 })).rejects.toThrow(/nowhere|ENOENT/);
    const missing = new DirectoryStore(join(directory, 'missing'));
    await expect(missing.list('', { maxObjects: 9 })).rejects.toThrow(UnavailableError);
  });

  it('leaves out what is no file, and is not kept waiting by it', async () => {
    execFileSync('mkfifo', [join(directory, 'pipe')]);
    expect(await keys()).toEqual([]);
    expect(await store.get('pipe', some)).toBeUndefined();
  });
});

describe('a file', () => {
  it('is read once for each change, also for one within a second and of the same size', async () => {
    await put('a', 'one');
    const first = await store.get('a', some);
    if (first === undefined || first === 'unchanged') throw new Error('there should be a file');
    expect(first).toMatchObject({ key: 'a', size: 3, body: Buffer.from('one') });
    expect(await store.get('a', { ...some, unlessEtag: first.etag })).toBe('unchanged');
    await put('b', 'two');
    await utimes(join(directory, 'b'), first.modifiedAt, first.modifiedAt);
    await rename(join(directory, 'b'), join(directory, 'a'));
    expect(await store.get('a', { ...some, unlessEtag: first.etag })).toMatchObject({
      body: Buffer.from('two'),
    });
  });

  it('is refused when it is too long, and is undefined when it is missing', async () => {
    await put('a', 'x'.repeat(101));
    await expect(store.get('a', some)).rejects.toThrow('a is longer than 100 bytes');
    expect(await store.get('b', some)).toBeUndefined();
    expect(await store.get('a/b', some)).toBeUndefined();
  });

  it.each(['../x', 'a/../../x', '/etc/passwd', '', 'a//b', './a'])('is never outside: %s', async (key) => {
    await expect(store.get(key, some)).rejects.toThrow('is no path of a file below the directory');
  });

  it('is never written or deleted', async () => {
    await expect(store.put()).rejects.toThrow(ReadOnlyError);
    await expect(store.delete()).rejects.toThrow(ReadOnlyError);
  });
});
