import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { UnavailableError } from '@pennon/domain';
import {
  BehindError,
  NamespacesRefusedError,
  SNAPSHOT_FORMAT_VERSION,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { ControlledSnapshotSource, itIsASnapshotSource } from '@pennon/testing';
import { DiskBackedSource } from './disk-backed-source';
import { SnapshotDirectory } from './snapshot-directory';

const HOUR_MS = 3_600_000;

let path: string;
let directory: SnapshotDirectory;
/** Whether the directory can be claimed. */
let claims: () => Promise<void>;

beforeAll(() => {
  Logger.overrideLogger(false);
});

beforeEach(async () => {
  path = join(mkdtempSync(join(tmpdir(), 'pennon-snapshots-')), 'not', 'there', 'yet');
  claims = () => Promise.resolve();
  directory = await openDirectory();
});

afterEach(async () => {
  await directory.flush();
  rmSync(join(path, '../../..'), { recursive: true });
});

async function openDirectory(): Promise<SnapshotDirectory> {
  return SnapshotDirectory.open(path, async () => {
    await claims();
    mkdirSync(path, { recursive: true, mode: 0o700 });
  });
}

function documentOf(namespaceKey: string, revision: number, segments = 1): SnapshotDocument {
  return {
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey,
    revision,
    segments: Array.from({ length: segments }, (_, index) => ({
      key: `segment-${index}`,
      matchType: 'all' as const,
      constraints: [
        {
          id: `${index}`,
          type: 'string' as const,
          property: 'ü “😀”',
          operator: 'eq',
          value: 'x'.repeat(90),
        },
      ],
    })),
    flags: [],
  };
}

async function save(...documents: readonly SnapshotDocument[]): Promise<void> {
  for (const document of documents) directory.save(document);
  await directory.flush();
}

/** What an instance finds that starts now. */
async function found(): Promise<readonly SnapshotDocument[]> {
  return [...(await (await openDirectory()).loadAll()).values()];
}

/** Whether an instance that starts now finds anything. */
async function findsAny(): Promise<boolean> {
  return (await openDirectory()).hasDocuments();
}

/** Lets so much time have passed since the files were current. */
function ageBy(milliseconds: number): void {
  const then = (Date.now() - milliseconds) / 1000;
  utimesSync(join(path, 'current'), then, then);
}

/** The only file of a snapshot there is. */
function onlyFile(): string {
  const names = readdirSync(path).filter((name) => name.endsWith('.snapshot'));
  expect(names).toHaveLength(1);
  return join(path, names[0] ?? '');
}

describe('a directory of snapshots', () => {
  it('is empty to begin with', async () => {
    expect(await found()).toEqual([]);
  });

  it('gives back what was saved, large and small, the latest of each namespace', async () => {
    const large = documentOf('large', 7, 10_000);
    await save(documentOf('shop', 1), large, documentOf('shop', 2));
    await save(documentOf('shop', 3), documentOf('x'.repeat(255), 1, 0));
    const all = await found();
    expect(all).toHaveLength(3);
    expect(all).toEqual(
      expect.arrayContaining([documentOf('shop', 3), large, documentOf('x'.repeat(255), 1, 0)]),
    );
  });

  it('writes a burst of changes once, a moment later', async () => {
    for (let revision = 1; revision <= 100; revision++) directory.save(documentOf('shop', revision));
    expect(await found()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await found()).toEqual([documentOf('shop', 100)]);
  });

  it('knows whether there is something to start from', async () => {
    expect(await findsAny()).toBe(false);
    await save(documentOf('shop', 1));
    expect(await findsAny()).toBe(true);
  });

  it('reads its files once, and warns of each that is damaged once, until it is to forget them', async () => {
    await save(documentOf('shop', 1));
    writeFileSync(join(path, 'damaged.snapshot'), 'damaged');
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const later = await openDirectory();
    expect(await later.hasDocuments()).toBe(true);
    truncateSync(join(path, readdirSync(path).find((name) => !name.startsWith('damaged')) ?? ''));
    const [first, second] = await Promise.all([later.loadAll(), later.loadAll()]);
    expect(first.get('shop')).toEqual(documentOf('shop', 1));
    expect(second).toBe(first);
    expect(warn).toHaveBeenCalledTimes(1);
    later.forget();
    expect(await later.hasDocuments()).toBe(false);
    warn.mockRestore();
  });

  it('does not start from files none of which is whole, or has its own name', async () => {
    await save(documentOf('shop', 1), documentOf('garden', 1));
    const [one, other] = readdirSync(path).map((name) => join(path, name));
    renameSync(one ?? '', join(path, 'other.snapshot'));
    expect(await findsAny()).toBe(true);
    truncateSync(other ?? '', 100);
    expect(await findsAny()).toBe(false);
  });

  it('knows how long ago its files were current, whatever was written there since', async () => {
    expect(directory.ageMs()).toBeGreaterThan(365 * 24 * HOUR_MS);
    await directory.confirm();
    expect(directory.ageMs()).toBeLessThan(5000);
    ageBy(HOUR_MS);
    writeFileSync(join(path, 'a.snapshot.1234.new'), 'half');
    await openDirectory();
    const later = await openDirectory();
    expect(Math.round(later.ageMs() / 60_000)).toBe(60);
  });

  it('leaves the files of another version alone, says so, and does not start from them', async () => {
    await save(documentOf('shop', 1));
    const [own = ''] = readdirSync(path);
    const another = `${own}3`;
    renameSync(join(path, own), join(path, another));
    const text = readFileSync(join(path, another));
    const warn = jest.spyOn(Logger.prototype, 'warn');
    directory = await openDirectory();
    expect(await directory.hasDocuments()).toBe(false);
    expect(warn.mock.calls).toEqual([
      [
        { path, files: 1 },
        'the directory has snapshots of another version of Pennon: they are not used, and stay',
      ],
    ]);
    warn.mockRestore();
    await save(documentOf('shop', 2));
    directory.remove('shop');
    await directory.flush();
    await directory.keepOnly([]);
    expect(readdirSync(path)).toEqual([another]);
    expect(readFileSync(join(path, another))).toEqual(text);
  });

  it('is for this user alone', async () => {
    await save(documentOf('shop', 1));
    expect([statSync(path).mode & 0o777, statSync(onlyFile()).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it('loses the file of a namespace that is removed, and those of all but the ones that are kept', async () => {
    await save(documentOf('a', 1), documentOf('b', 1), documentOf('c', 1));
    directory.remove('a');
    await directory.flush();
    await directory.keepOnly(['b']);
    expect(await found()).toEqual([documentOf('b', 1)]);
  });

  it.each<[string, (file: string) => void]>([
    [
      'empty',
      (file) => {
        truncateSync(file);
      },
    ],
    [
      'cut off in the middle',
      (file) => {
        truncateSync(file, 1000);
      },
    ],
    [
      'cut off by one character',
      (file) => {
        truncateSync(file, statSync(file).size - 1);
      },
    ],
    [
      'changed',
      (file) => {
        writeFileSync(file, readFileSync(file, 'utf8').replace('xxx', 'xyx'));
      },
    ],
    [
      'garbage',
      (file) => {
        writeFileSync(file, Buffer.from([0xff, 0, 10, 13, 0xc3, 0x28]));
      },
    ],
    [
      'longer',
      (file) => {
        writeFileSync(file, '\n', { flag: 'a' });
      },
    ],
  ])('does not use a file that is %s, and uses the others', async (_, act) => {
    await save(documentOf('shop', 1, 50));
    act(onlyFile());
    await save(documentOf('other', 1));
    expect(await found()).toEqual([documentOf('other', 1)]);
  });

  it('does not use a file that was given the name of another', async () => {
    await save(documentOf('shop', 1));
    const text = readFileSync(onlyFile());
    writeFileSync(join(path, `${'0'.repeat(64)}.snapshot`), text);
    rmSync(
      readdirSync(path)
        .map((name) => join(path, name))
        .find((file) => !file.includes('000000')) ?? '',
    );
    expect(await found()).toEqual([]);
  });

  it('goes on when a file cannot be written, and leaves nothing behind', async () => {
    await save(documentOf('shop', 1));
    const file = onlyFile();
    rmSync(file);
    mkdirSync(join(file, 'in the way'), { recursive: true });
    await save(documentOf('shop', 2), documentOf('other', 1));
    expect(await found()).toEqual([documentOf('other', 1)]);
    expect(readdirSync(path).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('removes what a process that was killed has left half written', async () => {
    await save(documentOf('shop', 1));
    writeFileSync(join(path, 'a.snapshot.1234.new'), 'half');
    await (await openDirectory()).keepOnly([]);
    expect(readdirSync(path)).toEqual([]);
  });

  it('is read, and not changed, while it cannot be claimed', async () => {
    await save(documentOf('shop', 1), documentOf('other', 1));
    claims = () => Promise.reject(new Error('no space'));
    const unclaimed = await openDirectory();
    unclaimed.save(documentOf('shop', 2));
    unclaimed.remove('other');
    await unclaimed.flush();
    await unclaimed.keepOnly([]);
    const before = statSync(path).mtimeMs;
    await unclaimed.confirm();
    expect([...(await unclaimed.loadAll()).values()]).toEqual(await found());
    expect(statSync(path).mtimeMs).toBe(before);
    expect(await found()).toHaveLength(2);
  });

  it('writes what it could not write as soon as it can, and warns of that once', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    claims = () => Promise.reject(new Error('no space'));
    await save(documentOf('shop', 1));
    await save(documentOf('shop', 2), documentOf('other', 1));
    expect(warn).toHaveBeenCalledTimes(1);
    claims = () => Promise.resolve();
    await directory.flush();
    expect(await found()).toHaveLength(2);
    expect(await found()).toEqual(expect.arrayContaining([documentOf('shop', 2), documentOf('other', 1)]));
    warn.mockRestore();
  });
});

describe('a source backed by a directory', () => {
  let source: ControlledSnapshotSource;

  beforeEach(() => {
    source = new ControlledSnapshotSource();
  });

  function backed(behind = source): DiskBackedSource {
    return new DiskBackedSource(behind, directory, 100);
  }

  it('tells how old the answers of the source are', async () => {
    const started = backed();
    source.lag = 7;
    await started.list();
    expect(started.lagMs()).toBe(7);
  });

  itIsASnapshotSource(() => {
    const behind = new ControlledSnapshotSource();
    const revisions = new Map<string, number>();
    const raise = (key: string): Promise<void> => {
      revisions.set(key, (revisions.get(key) ?? 0) + 1);
      behind.put(key, revisions.get(key) ?? 0);
      return Promise.resolve();
    };
    return Promise.resolve({
      source: backed(behind),
      create: raise,
      touch: raise,
      remove: (key) => {
        behind.remove(key);
        return Promise.resolve();
      },
    });
  });

  it('keeps what is loaded and updated, and drops what is gone', async () => {
    source.put('shop', 1);
    source.put('other', 1);
    const first = backed();
    await first.list();
    const held = (await first.load('shop')) ?? documentOf('shop', 0);
    await first.load('other');
    source.put('shop', 2);
    await first.update(held);
    source.remove('other');
    await first.load('other');
    await directory.flush();
    expect((await found()).map(({ namespaceKey, revision }) => [namespaceKey, revision])).toEqual([
      ['shop', 2],
    ]);
  });

  it.each<[string, () => void]>([
    [
      'fails',
      () => {
        source.failWith(new UnavailableError('away'));
      },
    ],
    [
      'hangs',
      () => {
        source.hold('list', 'load');
      },
    ],
  ])('starts from the directory when the source %s, and goes over to it when it is back', async (_, act) => {
    await save(documentOf('shop', 5));
    act();
    const started = backed();
    expect(await started.list()).toEqual([{ namespaceKey: 'shop', revision: 5 }]);
    expect(await started.load('shop')).toEqual(documentOf('shop', 5));
    expect(await started.load('other')).toBeUndefined();
    source.failWith(undefined);
    source.release();
    source.put('shop', 6);
    expect(await started.load('shop')).toMatchObject({ revision: 6 });
    source.failWith(new UnavailableError('away again'));
    await expect(started.load('shop')).rejects.toThrow('away again');
  });

  it.each<[string, () => void]>([
    ['has nothing of it', () => undefined],
    [
      'will not read it',
      () => {
        source.failWith(new BehindError('uses what this version lacks'));
      },
    ],
  ])('answers what was kept of a namespace that the source refuses, when that %s', async (_, act) => {
    await save(documentOf('shop', 5));
    source.refused = new NamespacesRefusedError('shop is refused', (key) => key === 'shop');
    const started = backed();
    expect(await started.list()).toEqual([]);
    await directory.flush();
    expect(await findsAny()).toBe(true);
    act();
    expect(await started.load('shop')).toEqual(documentOf('shop', 5));
    source.failWith(undefined);
    source.refused = undefined;
    source.put('shop', 6);
    expect(await started.load('shop')).toMatchObject({ revision: 6 });
  });

  it('says how old what it answers is, as long as it comes from the directory', async () => {
    source.put('shop', 5);
    const before = backed();
    await before.list();
    await before.load('shop');
    await directory.flush();
    expect(before.lagMs()).toBeUndefined();
    ageBy(HOUR_MS);
    source.failWith(new UnavailableError('away'));
    const started = new DiskBackedSource(source, await openDirectory(), 100);
    await started.list();
    expect(Math.round((started.lagMs() ?? 0) / 60_000)).toBe(60);
    source.failWith(undefined);
    await started.list();
    expect(started.lagMs()).toBeUndefined();
  });

  it('has the directory forget what it has loaded as soon as the source answers', async () => {
    await save(documentOf('shop', 5));
    source.failWith(new UnavailableError('away'));
    const started = backed();
    await started.list();
    await started.load('shop');
    const loaded = await directory.loadAll();
    source.failWith(undefined);
    await started.list();
    expect(await directory.loadAll()).not.toBe(loaded);
  });

  it('does not start from a directory in which there is nothing', async () => {
    source.failWith(new UnavailableError('away'));
    await expect(backed().list()).rejects.toThrow('away');
  });

  it('removes the files of namespaces that were deleted while it was down', async () => {
    await save(documentOf('gone', 1), documentOf('shop', 1));
    source.put('shop', 1);
    await backed().list();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await found()).map(({ namespaceKey }) => namespaceKey)).toEqual(['shop']);
  });
});
