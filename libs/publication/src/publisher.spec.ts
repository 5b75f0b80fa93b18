import { formatOfFile, readDocuments } from '@pennon/document';
import { TooLargeError, UnavailableError } from '@pennon/domain';
import type { ObjectStore } from './object-store/object-store';
import { openObjectStore } from './object-store/s3/s3-object-store';
import { DatabaseTokenRecords, DatabaseTokenStore, SystemClock } from '@pennon/storage';
import { anAuthentication } from '@pennon/testing';
import { TEST_BUCKET, useObjectStore } from '../../../test/support/object-store/use-object-store';
import { FlagDatabase } from '../../../test/support/publication/flag-database';
import { sha256Of } from './object-keys';
import { type Manifest, parseManifest } from './manifest';
import { type PublishOutcome } from './publish-round';
import { Publisher, type PublisherOptions } from './publisher';
import { readEntry, readManifest, readTokens } from './read-publication';

const MAX_BYTES = 1024 * 1024;

const shared = useObjectStore();
let database: FlagDatabase;
let store: ObjectStore;

beforeEach(async () => {
  database = await FlagDatabase.open();
  store = openObjectStore(shared.target);
});

afterEach(async () => {
  store.close();
  await database.close();
});

/** A publisher as another process would have it. */
function aPublisher(options: Partial<PublisherOptions> = {}): Publisher {
  const clock = new SystemClock();
  return new Publisher(store, database.exports, {
    format: 'json',
    keep: 10,
    maxDocumentBytes: MAX_BYTES,
    clock,
    grace: 0,
    ...options,
  });
}

/** What is in the bucket, past the proxy. */
function keys(prefix = ''): readonly string[] {
  return shared.server.keys(TEST_BUCKET).filter((key) => key.startsWith(prefix));
}

function textOf(key: string): string {
  return shared.server.read(TEST_BUCKET, key)?.toString('utf8') ?? 'none';
}

function manifest(): Manifest {
  return parseManifest(textOf('manifest.json'));
}

function keyOf(namespaceKey: string): string {
  return manifest().namespaces.find((entry) => entry.namespaceKey === namespaceKey)?.key ?? 'none';
}

function revisions(): Readonly<Record<string, number>> {
  return Object.fromEntries(
    manifest().namespaces.map(({ namespaceKey, revision }) => [namespaceKey, revision]),
  );
}

function writtenBy({ written }: PublishOutcome): readonly string[] {
  return written.map(({ namespaceKey }) => namespaceKey);
}

/** Objects that were put since the last look, in the order they came. */
function puts(): readonly string[] {
  const seen = shared.proxy.requests.filter(({ method }) => method === 'PUT').map(({ key }) => key);
  shared.proxy.forget();
  return seen;
}

/** Keys of the flags a reader of the bucket gets. */
async function flagsRead(namespaceKey: string): Promise<readonly string[]> {
  const found = await readManifest(store);
  if (found === undefined || found === 'unchanged') throw new Error('no manifest');
  const entry = found.manifest.namespaces.find((one) => one.namespaceKey === namespaceKey);
  if (entry === undefined) throw new Error('no such namespace');
  const text = (await readEntry(store, entry, MAX_BYTES)).toString('utf8');
  const format = formatOfFile(entry.key) ?? 'yaml';
  return [...readDocuments(text, { format })].flatMap(({ document }) => document.flags.map(({ key }) => key));
}

describe('publishing', () => {
  it('writes a document of each namespace twice, and last of all the manifest', async () => {
    await database.set('shop', ['cart']);
    const outcome = await aPublisher().publish();
    expect(writtenBy(outcome)).toEqual(['default', 'shop']);
    expect(puts()).toEqual([
      expect.stringMatching(/^revisions\/default\/0-[0-9a-f]{16}\.features\.json$/),
      'latest/default.features.json',
      expect.stringMatching(/^revisions\/shop\/1-[0-9a-f]{16}\.features\.json$/),
      'latest/shop.features.json',
      'manifest.json',
    ]);
    expect(textOf(keyOf('shop'))).toBe(textOf('latest/shop.features.json'));
    expect(await flagsRead('shop')).toEqual(['cart']);
  });

  it('writes nothing at all when nothing has changed, whoever published before', async () => {
    await database.set('shop', ['cart']);
    const publisher = aPublisher();
    await publisher.publish();
    puts();
    for (const again of [publisher, aPublisher(), publisher]) {
      expect(await again.publish()).toMatchObject({ isChanged: false, written: [] });
      expect(await again.publish({ isThorough: true })).toMatchObject({ isChanged: false, written: [] });
    }
    expect(puts()).toEqual([]);
  });

  it('writes only the namespaces whose revision has moved', async () => {
    await database.set('shop', ['cart']);
    await aPublisher().publish();
    puts();
    await database.set('shop', ['cart', 'checkout']);
    await aPublisher().publish();
    expect(puts()).toEqual([
      expect.stringContaining('revisions/shop/2-'),
      'latest/shop.features.json',
      'manifest.json',
    ]);
    expect(await flagsRead('shop')).toEqual(['cart', 'checkout']);
    expect(revisions()).toEqual({ default: 0, shop: 2 });
  });

  it('names the features that a document uses, and keeps the names as long as it keeps the document', async () => {
    await database.set('shop', ['cart']);
    await database.set('other', ['plain']);
    const featuresOf: PublisherOptions['featuresOf'] = ({ flags }) =>
      flags.some(({ key }) => key === 'cart') ? ['made-up'] : [];
    const publisher = aPublisher({ featuresOf });
    const features = (): readonly unknown[] => manifest().namespaces.map((entry) => entry.features);
    await publisher.publish();
    expect(features()).toEqual([undefined, ['made-up'], undefined]);
    await database.set('other', ['plain', 'more']);
    // A publisher that does not know the feature has nothing to do with the document, and leaves its entry as it is.
    await aPublisher().publish();
    expect(features()).toEqual([undefined, ['made-up'], undefined]);
    await database.set('shop', ['basket']);
    await publisher.publish();
    expect(features()).toEqual([undefined, undefined, undefined]);
  });

  it('leaves out a namespace that was deleted, and takes it up again when it is back', async () => {
    const publisher = aPublisher();
    await database.set('shop', ['cart']);
    await publisher.publish();
    await database.remove('shop');
    expect(await publisher.publish()).toMatchObject({ removed: ['shop'], written: [] });
    expect(revisions()).toEqual({ default: 0 });
    expect(keys('latest/')).toEqual(['latest/default.features.json']);
    await database.set('shop', ['cart']);
    await publisher.publish();
    expect(revisions().shop).toBeGreaterThan(1);
    expect(await flagsRead('shop')).toEqual(['cart']);
  });

  it('keeps the objects that the manifest before names, and no more than the number of each namespace', async () => {
    const publisher = aPublisher({ keep: 3 });
    const named: string[] = [];
    for (let count = 1; count <= 6; count++) {
      await database.set(
        'shop',
        Array.from({ length: count }, (_, index) => `flag-${index}`),
      );
      await publisher.publish();
      named.push(keyOf('shop'));
    }
    expect(keys('revisions/shop/')).toEqual(named.slice(-3));
    const last = aPublisher({ keep: 1 });
    await database.set('shop', []);
    expect(await last.publish()).toMatchObject({ pruned: 2 });
    expect(keys('revisions/shop/')).toEqual([...named.slice(-1), keyOf('shop')]);
  });

  it('deletes nothing that was written within the time that readers are given', async () => {
    const publisher = aPublisher({ keep: 1, grace: 60_000 });
    for (const flags of [['a'], ['a', 'b'], ['c'], ['d']]) {
      await database.set('shop', flags);
      expect(await publisher.publish({ isThorough: true })).toMatchObject({ pruned: 0 });
    }
    expect(keys('revisions/shop/')).toHaveLength(4);
    await aPublisher({ keep: 1 }).publish({ isThorough: true });
    expect(keys('revisions/shop/')).toEqual([keyOf('shop')]);
  });

  it('deletes what namespaces left behind that are gone, and nothing of others', async () => {
    await shared.server.write(TEST_BUCKET, 'revisions/README.md', 'ours');
    await shared.server.write(TEST_BUCKET, 'other/thing.json', '{}');
    const publisher = aPublisher();
    await database.set('shop', ['cart']);
    await publisher.publish();
    await database.remove('shop');
    await publisher.publish();
    await publisher.publish({ isThorough: true });
    expect(keys()).toEqual([
      'latest/default.features.json',
      'manifest.json',
      'other/thing.json',
      'revisions/README.md',
      keyOf('default'),
    ]);
  });

  it('as YAML is what this lib reads, and takes the place of JSON', async () => {
    await database.set('shop', ['cart', 'yes', '007']);
    await aPublisher().publish();
    await aPublisher({ format: 'yaml' }).publish();
    expect(keys('latest/')).toEqual(['latest/default.features.yml', 'latest/shop.features.yml']);
    const [read] = [...readDocuments(textOf('latest/shop.features.yml'), { format: 'yaml' })];
    expect(read?.document.flags.map(({ key }) => key)).toEqual(['cart', 'yes', '007']);
    expect(await flagsRead('shop')).toEqual(['cart', 'yes', '007']);
  });
});

describe('a publication that was changed by others', () => {
  it.each(['revisions/', 'latest/'])('is put right when objects below %s are missing', async (prefix) => {
    await database.set('shop', ['cart']);
    await aPublisher().publish();
    const all = keys();
    for (const key of keys(prefix)) shared.server.remove(TEST_BUCKET, key);
    expect(await aPublisher().publish()).toMatchObject({ isChanged: false });
    expect(writtenBy(await aPublisher().publish({ isThorough: true }))).toEqual(['default', 'shop']);
    expect(keys()).toEqual(all);
  });

  it('is published anew when there is no manifest any more', async () => {
    const publisher = aPublisher();
    await publisher.publish();
    shared.server.remove(TEST_BUCKET, 'manifest.json');
    expect(await publisher.publish()).toMatchObject({ isChanged: true });
    expect(revisions()).toEqual({ default: 0 });
  });

  it.each([
    ['garbage', 'hello', 'is not JSON, or cut off'],
    [
      'that of a later version',
      '{"format":2}',
      'cannot be used: format 2 is of a later version than this one',
    ],
  ])('is left alone when its manifest is %s', async (_, text, reason) => {
    await shared.server.write(TEST_BUCKET, 'manifest.json', text);
    await expect(aPublisher().publish()).rejects.toThrow(`the manifest in s3://flags/ ${reason}`);
    expect(puts()).toEqual([]);
  });
});

describe('a database that was put back', () => {
  it('is published with its lower revision, which is told, and with a later moment', async () => {
    await database.set('shop', ['cart']);
    await database.setRevision('shop', 50);
    await aPublisher().publish();
    const before = manifest();
    await database.setRevision('shop', 7);
    expect(await aPublisher().publish()).toMatchObject({ setBack: ['shop'] });
    expect(revisions().shop).toBe(7);
    expect(Date.parse(manifest().exportedAt)).toBeGreaterThan(Date.parse(before.exportedAt));
  });

  it('and has other flags at the revision that was published, is published by any look', async () => {
    await database.set('shop', ['cart']);
    await aPublisher().publish();
    const [before] = manifest().namespaces.filter(({ namespaceKey }) => namespaceKey === 'shop');
    await database.set('shop', ['other']);
    await database.setRevision('shop', 1);
    await aPublisher().publish();
    expect(await flagsRead('shop')).toEqual(['other']);
    const [now] = manifest().namespaces.filter(({ namespaceKey }) => namespaceKey === 'shop');
    expect([now?.revision, now?.mark === before?.mark]).toEqual([before?.revision, false]);
  });
});

describe('a manifest', () => {
  it('is of a later moment than the one before it, whatever the clock says', async () => {
    await aPublisher().publish();
    const future = { ...manifest(), exportedAt: '2099-01-01T00:00:00.000Z' };
    await shared.server.write(TEST_BUCKET, 'manifest.json', JSON.stringify(future));
    await database.set('default', ['a']);
    await aPublisher().publish();
    expect(manifest().exportedAt).toBe('2099-01-01T00:00:00.001Z');
  });
});

describe('when something fails', () => {
  it.each([
    ['answers 500', { status: 500 }],
    ['refuses', { status: 403 }],
    ['breaks off', 'reset'],
    ['answers half', 'truncate'],
    ['answers what is no S3', { page: '<html>', pageStatus: 502 }],
  ] as const)('the manifest stays valid while the store %s', async (_, fault) => {
    await database.set('shop', ['cart']);
    const publisher = aPublisher();
    await publisher.publish();
    const before = textOf('manifest.json');
    await database.set('shop', ['checkout']);
    for (const key of [/^revisions\//, /^latest\//, /^manifest\.json$/]) {
      shared.proxy.inject(fault, { method: 'PUT', key });
      if (fault !== 'truncate') {
        await expect(publisher.publish()).rejects.toThrow(UnavailableError);
        expect(textOf('manifest.json')).toBe(before);
        expect(await flagsRead('shop')).toEqual(['cart']);
      }
      shared.proxy.heal();
    }
    await publisher.publish();
    expect(await flagsRead('shop')).toEqual(['checkout']);
  });

  it('a store that is slow is waited for, and one that takes too long is not', async () => {
    await database.set('shop', ['cart']);
    shared.proxy.inject({ delayMs: 50 });
    await aPublisher().publish();
    shared.proxy.heal();
    await database.set('shop', ['checkout']);
    const hasty = openObjectStore({ ...shared.target, timeout: 100 });
    shared.proxy.inject('hang', { method: 'PUT' });
    const publisher = new Publisher(hasty, database.exports, {
      format: 'json',
      keep: 10,
      maxDocumentBytes: MAX_BYTES,
      clock: new SystemClock(),
    });
    await expect(publisher.publish()).rejects.toThrow('did not answer');
    hasty.close();
    expect(await flagsRead('shop')).toEqual(['cart']);
  });

  it('it goes on where it was when it is tried again', async () => {
    await database.set('shop', ['cart']);
    const publisher = aPublisher();
    shared.proxy.inject({ status: 403 }, { method: 'PUT', key: 'manifest.json' });
    await expect(publisher.publish()).rejects.toThrow(UnavailableError);
    shared.proxy.heal();
    puts();
    expect(writtenBy(await publisher.publish())).toEqual(['default', 'shop']);
    expect(puts()).toEqual(['manifest.json']);
    expect(await flagsRead('shop')).toEqual(['cart']);
  });

  it('ends between two objects when it is told to', async () => {
    await database.set('shop', ['cart']);
    const ending = new AbortController();
    shared.proxy.inject(
      {
        before: () => {
          ending.abort(new Error('enough'));
        },
      },
      { method: 'PUT', key: 'latest/default.features.json' },
    );
    await expect(aPublisher().publish({ signal: ending.signal })).rejects.toThrow('enough');
    expect(puts()).toEqual([expect.stringContaining('revisions/default/'), 'latest/default.features.json']);
    expect(keys('manifest.json')).toEqual([]);
  });

  it('old objects that cannot be deleted are no failure', async () => {
    const publisher = aPublisher({ keep: 1 });
    for (const flags of [['a'], ['b']]) {
      await database.set('shop', flags);
      await publisher.publish();
    }
    shared.proxy.inject({ status: 403 }, { method: 'POST' });
    await database.set('shop', ['c']);
    const outcome = await publisher.publish();
    expect(outcome.pruneFailure).toBeInstanceOf(UnavailableError);
    expect(await flagsRead('shop')).toEqual(['c']);
  });

  it('a namespace whose document is too long stays as it was published, and the others go on', async () => {
    await database.set('shop', ['cart']);
    await aPublisher().publish();
    const many = Array.from({ length: 100 }, (_, index) => `flag-${index}`);
    await database.set('shop', many);
    await database.set('garden', ['hose']);
    const publisher = aPublisher({ maxDocumentBytes: 2000 });
    for (const written of [['garden'], []]) {
      const outcome = await publisher.publish();
      expect(writtenBy(outcome)).toEqual(written);
      expect(outcome.refused).toEqual([
        { namespaceKey: 'shop', reason: 'its document is longer than 2000 bytes, which readers refuse' },
      ]);
    }
    expect([await flagsRead('shop'), await flagsRead('garden')]).toEqual([['cart'], ['hose']]);
    expect(writtenBy(await aPublisher().publish())).toEqual(['shop']);
  });
});

describe('two publishers at once', () => {
  it('never have a manifest name an older revision than the one before it', async () => {
    await database.set('shop', ['cart']);
    await aPublisher().publish();
    await database.set('shop', ['cart', 'checkout']);
    // While the one is about to write its manifest, the other publishes what is newer.
    shared.proxy.inject(
      {
        before: async () => {
          await database.set('shop', ['newest']);
          await aPublisher().publish();
        },
      },
      { method: 'PUT', key: 'latest/shop.features.json', times: 1 },
    );
    const outcome = await aPublisher().publish();
    expect(outcome.setBack).toEqual([]);
    expect(revisions().shop).toBe(3);
    expect(await flagsRead('shop')).toEqual(['newest']);
  });

  it('do not both write the first manifest', async () => {
    shared.proxy.inject(
      { before: () => shared.server.write(TEST_BUCKET, 'manifest.json', '{"format":2}') },
      { method: 'PUT', key: 'manifest.json', times: 1 },
    );
    await expect(aPublisher().publish()).rejects.toThrow('format 2 is of a later version');
    expect(textOf('manifest.json')).toBe('{"format":2}');
  });

  it('do not write over each other between a look at the manifest and its writing', async () => {
    await database.set('shop', ['cart']);
    await aPublisher().publish();
    await database.set('shop', ['checkout']);
    const between = async (): Promise<void> => {
      await database.set('shop', ['newest']);
      await aPublisher().publish();
    };
    shared.proxy.inject({ before: between }, { method: 'PUT', key: 'manifest.json', times: 1 });
    expect(await aPublisher().publish()).toMatchObject({ setBack: [] });
    expect(revisions()).toMatchObject({ shop: 3 });
    expect(await flagsRead('shop')).toEqual(['newest']);
  });

  it('are not seen where there is one, whose first attempt was written and not answered', async () => {
    await aPublisher().publish();
    await database.set('default', ['cart']);
    const before = shared.server.read(TEST_BUCKET, 'manifest.json');
    shared.proxy.inject('truncate', { method: 'PUT', key: 'manifest.json', times: 1 });
    const outcome = await aPublisher().publish();
    expect(writtenBy(outcome)).toEqual(['default']);
    expect(shared.server.read(TEST_BUCKET, 'manifest.json')).not.toEqual(before);
    expect(await flagsRead('default')).toEqual(['cart']);
  });

  it('that publish whenever they can agree in the end', async () => {
    const publishers = [aPublisher(), aPublisher(), aPublisher()];
    for (let count = 1; count <= 5; count++) {
      await database.set('shop', [`flag-${count}`]);
      await Promise.all(publishers.map((publisher) => publisher.publish()));
      expect(revisions().shop).toBe(await database.revisionOf('shop'));
      expect(await flagsRead('shop')).toEqual([`flag-${count}`]);
    }
  });
});

describe('tokens', () => {
  const HASH = 'q5mVhH4tkSqEbiXJWP2yVJ8Gv1YBqD3fTcRjrrBnpVY=';

  it('are not published unless it is asked for', async () => {
    await new DatabaseTokenStore(database.temporary.database).create(anAuthentication('a'), HASH);
    await aPublisher().publish();
    expect(manifest().tokens).toBeUndefined();
    expect(keys('tokens/')).toEqual([]);
  });

  it('are published as hashes and records of those in force, and of administrators only', async () => {
    const tokens = new DatabaseTokenRecords(database.temporary.database);
    const records = new DatabaseTokenStore(database.temporary.database);
    await records.create(anAuthentication('a'), HASH);
    await records.create(anAuthentication('expired', { expiresAt: 5 }), 'hash of the expired one');
    await records.create(anAuthentication('login', { method: 'oidc' }), 'hash of a login');
    const publisher = aPublisher({ tokens });
    expect(await publisher.publish()).toMatchObject({ tokens: 1 });
    expect(await readTokens(store, manifest(), MAX_BYTES)).toEqual([
      { tokenHash: HASH, authentication: anAuthentication('a') },
    ]);
    puts();
    expect(await publisher.publish({ isThorough: true })).toMatchObject({ isChanged: false });
    expect(puts()).toEqual([]);
    const odd = '{"tokens":[{"tokenHash":7}]}';
    const entry = { key: 'tokens/odd.json', size: odd.length, sha256: sha256Of(Buffer.from(odd)) };
    await shared.server.write(TEST_BUCKET, entry.key, odd);
    await expect(readTokens(store, { tokens: entry }, MAX_BYTES)).rejects.toThrow(
      'tokens/odd.json in s3://flags/ cannot be used: tokens[0].tokenHash must be text',
    );
    await records.delete('a');
    await publisher.publish();
    expect(await readTokens(store, manifest(), MAX_BYTES)).toEqual([]);
    await aPublisher().publish();
    expect(manifest().tokens).toBeUndefined();
  });
});

describe('whoever reads a publication', () => {
  beforeEach(async () => {
    await database.set('shop', ['cart']);
    await aPublisher().publish();
  });

  async function entryRead(): Promise<Buffer> {
    const entry = manifest().namespaces.find(({ namespaceKey }) => namespaceKey === 'shop');
    if (entry === undefined) throw new Error('not published');
    return readEntry(store, entry, MAX_BYTES);
  }

  it('does not read a manifest again that it has', async () => {
    const first = await readManifest(store);
    const etag = typeof first === 'object' ? first.etag : undefined;
    expect(await readManifest(store, { unlessEtag: etag })).toBe('unchanged');
    shared.server.remove(TEST_BUCKET, 'manifest.json');
    expect(await readManifest(store)).toBeUndefined();
  });

  it('finds out that an object is missing', async () => {
    const key = keyOf('shop');
    shared.server.remove(TEST_BUCKET, key);
    await expect(entryRead()).rejects.toThrow(
      `${key} in s3://flags/ is not there, and the manifest names it`,
    );
  });

  it('finds out that an object was changed, though it is as long as before', async () => {
    const key = keyOf('shop');
    await shared.server.write(TEST_BUCKET, key, textOf(key).replace('cart', 'carp'));
    await expect(entryRead()).rejects.toThrow(`${key} in s3://flags/ is not what the manifest names`);
  });

  it('finds out that an object was cut off', async () => {
    const key = keyOf('shop');
    const text = textOf(key);
    await shared.server.write(TEST_BUCKET, key, text.slice(0, -1));
    await expect(entryRead()).rejects.toThrow(
      `${key} in s3://flags/ has ${text.length - 1} bytes, and ${text.length} by the manifest`,
    );
  });

  it.each(['truncate', 'shorten'] as const)('finds out that an answer was cut off: %s', async (fault) => {
    shared.proxy.inject(fault, { method: 'GET' });
    await expect(entryRead()).rejects.toThrow(UnavailableError);
  });

  it('refuses an object that is longer than it wants', async () => {
    const [entry] = manifest().namespaces;
    if (entry === undefined) throw new Error('not published');
    await expect(readEntry(store, entry, 10)).rejects.toThrow(TooLargeError);
  });
});
