import { rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { UnavailableError } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import { compileSnapshot, type SnapshotDocument } from '@pennon/snapshot';
import { anAuthentication, itIsASnapshotSource } from '@pennon/testing';
import { writeManifest, writeTokens, type Manifest } from '@pennon/publication';
import { type DeclarativeOptions, type DeclarativeSource } from './declarative-source';
import { DirectoryStore } from './sources/directory/directory-store';
import { aFlagIn, someLimits, THREAD_PROGRAM, TreeUnderTest } from './testing/declarative-under-test';

let tree: TreeUnderTest;

beforeEach(async () => {
  tree = await TreeUnderTest.make();
});

afterEach(async () => {
  await tree.remove();
});

/** A directory of which one file cannot be read. The others take their time. */
class FailingStore extends DirectoryStore {
  readonly begun: string[] = [];
  readonly ended: string[] = [];

  constructor(
    path: string,
    private readonly failing: string,
  ) {
    super(path);
  }

  override async get(...args: Parameters<DirectoryStore['get']>): ReturnType<DirectoryStore['get']> {
    const [key] = args;
    // Others ask for the manifest.
    if (!key.endsWith('.features.yml')) return super.get(...args);
    this.begun.push(key);
    try {
      if (key === this.failing) throw new UnavailableError(`${key} cannot be read`);
      await delay(5);
      return await super.get(...args);
    } finally {
      this.ended.push(key);
    }
  }
}

/** Long ago: whatever is changed again has to be told apart without the help of the clock. */
const SECOND = 1_000_000_000;

async function loaded(source: DeclarativeSource, namespaceKey = 'shop'): Promise<SnapshotDocument> {
  await source.list();
  const document = await source.load(namespaceKey);
  if (document === undefined) throw new Error(`there is no namespace ${namespaceKey}`);
  return document;
}

/** What the source refuses, with or without something that it takes; what it holds of the namespace stays. */
async function refusal(source: DeclarativeSource): Promise<string> {
  const before = await source.load('shop').catch(() => undefined);
  const error: unknown = await source.list().then(
    () => source.refusal(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnavailableError);
  expect(await source.load('shop').catch(() => undefined)).toBe(before);
  return (error as UnavailableError).message;
}

describe('a source of files', () => {
  itIsASnapshotSource(async () => {
    await tree.write('other.features.yml', aFlagIn('other'));
    const source = tree.source();
    await source.list();
    let changes = 0;
    let writes = 0;
    const write = async (text: string): Promise<void> => {
      // Earlier and earlier: then the revision is the next one, whatever the contents.
      await tree.write('shop.features.yml', text, SECOND - ++writes);
      await source.list();
    };
    return {
      source,
      create: async () => write('namespace: shop\n'),
      touch: async () =>
        write(aFlagIn('shop', true, `flag-${++changes}`).replace(/flags:[^]*/, segmentOf(changes))),
      async remove() {
        await tree.delete('shop.features.yml');
        await source.list();
      },
    };
  });

  it('puts together what several documents say of a namespace, in the order of their paths', async () => {
    await tree.write('b.features.yml', `${aFlagIn('shop', true, 'b1')}---\n${aFlagIn('shop', true, 'b2')}`);
    await tree.write('a/features.yaml', aFlagIn('shop', true, 'a'));
    await tree.write('notes.yml', 'nothing: of ours');
    const { flags } = await loaded(tree.source());
    expect(flags.map(({ key }) => key)).toEqual(['a', 'b1', 'b2']);
  });

  it('lets a flag look at segments of an earlier document, and not of a later one', async () => {
    const flag = `namespace: shop
flags:
  - key: f
    name: F
    type: BOOLEAN_FLAG_TYPE
    rollouts: [{ segment: { key: s1, value: true } }]
`;
    await tree.write('a.features.yml', `namespace: shop\n${segmentOf(1)}`);
    await tree.write('b.features.yml', flag);
    const source = tree.source();
    expect((await loaded(source)).flags).toHaveLength(1);
    await tree.delete('a.features.yml');
    await tree.write('c.features.yml', `namespace: shop\n${segmentOf(1)}`);
    expect(await refusal(source)).toContain('b.features.yml:6:');
  });

  it('has the default namespace, whether a document speaks of it or not', async () => {
    await tree.write('features.yml', aFlagIn('shop'));
    const source = tree.source();
    expect(await loaded(source, 'default')).toMatchObject({ revision: 0, flags: [] });
    await tree.write('x.features.yml', aFlagIn('default'));
    const { revision } = await loaded(source, 'default');
    await tree.delete('x.features.yml');
    expect(await loaded(source, 'default')).toMatchObject({ revision: revision + 1, flags: [] });
  });

  it('reads JSON where the index selects it: one document per file, with or without an extension', async () => {
    await tree.write('.flipt.yml', 'include: ["**.json", plain]');
    await tree.write('a.json', '{"namespace":"shop","flags":[{"key":"a","name":"A"}]}');
    await tree.write('plain', '{"namespace":"shop","flags":[{"key":"b","name":"B"}]}');
    await tree.write('features.yml', aFlagIn('shop'));
    const source = tree.source();
    expect((await loaded(source)).flags.map(({ key }) => key)).toEqual(['a', 'b']);
    await tree.write('a.json', '{"namespace":"shop"}\n{"namespace":"other"}');
    expect(await refusal(source)).toContain('a.json: holds more than one document');
    await tree.delete('a.json');
    await tree.write('.flipt.yml', 'include: ["*"]\nexclude: [.flipt.yml]');
    await tree.write('a.toml', '');
    await source.list();
    expect(source.refusal()?.message).toContain('a.toml: unexpected extension: ".toml"');
  });

  it.each([
    ['a syntax error', 'flags: [', 'x.features.yml:'],
    ['an unknown field', 'namespace: shop\nflag: []\n', 'x.features.yml:2:1: flag:'],
    [
      'a flag that is there already',
      aFlagIn('shop'),
      'flag "hello" is not unique: it is defined at features.yml:3',
    ],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x41]), 'x.features.yml: is not UTF-8'],
    ['too much text', `# ${'x'.repeat(2 ** 20)}`, 'x.features.yml has 1048578 bytes'],
  ])('keeps the last good state over %s, and goes on when it is mended', async (_, text, reason) => {
    await tree.write('features.yml', aFlagIn('shop'));
    const source = tree.source();
    const before = await loaded(source);
    await tree.write('x.features.yml', text);
    expect(await refusal(source)).toContain(reason);
    // Not read again, and refused all the same.
    expect(await refusal(source)).toContain(reason);
    await tree.write('x.features.yml', aFlagIn('other'));
    expect(await loaded(source)).toBe(before);
    expect(await loaded(source, 'other')).toMatchObject({ flags: [{ key: 'hello' }] });
    expect(source.refusal()).toBeUndefined();
  });

  describe('of which one is refused', () => {
    const bad = (namespaceKey: string): string => `${aFlagIn(namespaceKey)}    stage: beta\n`;

    async function held(source: DeclarativeSource): Promise<object> {
      const flags: Record<string, readonly string[]> = {};
      for (const { namespaceKey } of await source.list()) {
        flags[namespaceKey] = (await source.load(namespaceKey))?.flags.map(({ key }) => key) ?? [];
      }
      return flags;
    }

    it('takes what the others say of other namespaces from the start', async () => {
      await tree.write('good.features.yml', aFlagIn('shop'));
      await tree.write('bad.features.yml', bad('other'));
      const source = tree.source();
      expect(await held(source)).toEqual({ shop: ['hello'], default: [] });
      expect(await refusal(source)).toMatch(/^bad\.features\.yml:\d+:5: flags\[0\]\.stage: unknown field/);
      expect(['shop', 'other', 'none'].map((key) => source.refusal()?.covers(key))).toEqual([
        false,
        true,
        false,
      ]);
      await tree.write('good.features.yml', aFlagIn('shop', true, 'changed'));
      expect(await held(source)).toEqual({ shop: ['changed'], default: [] });
      await tree.write('bad.features.yml', aFlagIn('other'));
      expect(await held(source)).toEqual({ shop: ['changed'], default: [], other: ['hello'] });
      expect(source.refusal()).toBeUndefined();
    });

    it('leaves the namespaces of that file as they were, whatever others say of them', async () => {
      await tree.write('a.features.yml', `${aFlagIn('shop', true, 'a')}---\n${aFlagIn('more', true, 'a')}`);
      await tree.write('b.features.yml', aFlagIn('shop', true, 'b'));
      await tree.write('c.features.yml', aFlagIn('other', true, 'c'));
      const source = tree.source();
      await held(source);
      // Nothing tells any more what the file speaks of.
      await tree.write('a.features.yml', '# the template failed\n');
      await tree.write('b.features.yml', aFlagIn('shop', true, 'b2'));
      await tree.write('c.features.yml', aFlagIn('other', true, 'c2'));
      expect(await held(source)).toEqual({ shop: ['a', 'b'], more: ['a'], other: ['c2'], default: [] });
      await tree.delete('a.features.yml');
      expect(await held(source)).toEqual({ shop: ['b2'], other: ['c2'], default: [] });
    });

    it('does not take a namespace in part at the start', async () => {
      await tree.write('a.features.yml', aFlagIn('shop', true, 'a'));
      await tree.write('b.features.yml', bad('shop'));
      await tree.write('c.features.yml', aFlagIn('other', true, 'c'));
      expect(await held(tree.source())).toEqual({ other: ['c'], default: [] });
    });

    it.each([
      ['a syntax error behind its namespace', 'namespace: lost\nflags: [', 'lost'],
      ['a syntax error behind its namespace as an object', 'namespace:\n  key: lost\nflags: [', 'lost'],
      ['a syntax error in front of it', 'flags: [\nnamespace: { name: L, "key": "lost" }', 'lost'],
      ['a syntax error, and no namespace', 'flags: [', 'default'],
      ['a second document that is wrong', `${aFlagIn('first')}---\nnamespace: lost\nflag: []`, 'lost'],
      ['a document that is wrong before others', `flag: []\n---\n${aFlagIn('lost')}`, 'lost'],
      ['nothing', '', 'anything'],
      ['bytes that are no text', Buffer.from([0xff, 0xfe]), 'anything'],
      ['too much text', `# ${'x'.repeat(2 ** 20)}`, 'anything'],
    ])('knows of %s which namespace it may speak of', async (_, text, namespaceKey) => {
      await tree.write('good.features.yml', aFlagIn('shop'));
      await tree.write('bad.features.yml', text);
      const source = tree.source();
      expect(await source.list()).toContainEqual(expect.objectContaining({ namespaceKey: 'shop' }));
      expect(source.refusal()?.covers(namespaceKey)).toBe(true);
      expect(source.refusal()?.covers('shop')).toBe(false);
    });

    it('reads the others though they may use its segments, in the namespaces of that file alone', async () => {
      const using = (namespaceKey: string): string =>
        `${aFlagIn(namespaceKey)}    rollouts: [{ segment: { key: s1, value: true } }]\n`;
      await tree.write('a.features.yml', `namespace: shop\n${segmentOf(1)}flag: []\n`);
      await tree.write('b.features.yml', `${using('shop')}---\n${aFlagIn('other')}`);
      await tree.write('c.features.yml', using('third'));
      const source = tree.source();
      expect(await held(source)).toEqual({ other: ['hello'], default: [] });
      expect(source.refusal()?.message).toMatch(/^a\..*; c\.features\.yml:\d+:\d+: .*unknown segment "s1"/);
    });
  });

  it.each([
    ['features.yml', ''],
    ['features.yml', ' \n\n'],
    ['features.yml', '# the template failed\n'],
    ['features.yml', '---\n...\n'],
    ['features.yml', '{}'],
    ['a.json', ''],
    ['a.json', '{}\n'],
    ['plain', '# only a header'],
    ['features.yml', 'version: "1.4"\n'],
    ['a.json', '{"version":"1.4"}'],
  ])('keeps the flags of %s when all it holds is %j', async (name, text) => {
    await tree.write('.flipt.yml', 'include: ["*.yml", "*.json", plain]\nexclude: [.flipt.yml]');
    await tree.write(name, '{"namespace":"shop","flags":[{"key":"a","name":"A"}]}');
    const source = tree.source();
    await loaded(source);
    await tree.write(name, text);
    expect(await refusal(source)).toMatch(
      new RegExp(`${name}:1:1: the document (?:is empty|has nothing but a version)`),
    );
    await tree.write(name, '{"namespace":"shop","flags":[]}');
    expect(await loaded(source)).toMatchObject({ flags: [] });
  });

  it('is not a state when there are no files, or none is selected', async () => {
    const source = tree.source();
    expect(await refusal(source)).toContain(`no document in ${tree.path}`);
    await tree.write('features.yml', aFlagIn('shop'));
    await loaded(source);
    await tree.write('.flipt.yml', 'exclude: [x]');
    expect(await refusal(source)).toContain('nor a file that .flipt.yml selects');
    await tree.write('.flipt.yml', '{}');
    expect(await refusal(source)).toContain('.flipt.yml: is empty');
    await rm(tree.path, { recursive: true });
    expect(await refusal(source)).toContain('ENOENT');
  });

  it('fetches no more files after one that cannot be fetched, and leaves none on its way', async () => {
    for (const name of 'abcdef') await tree.write(`${name}.features.yml`, aFlagIn('shop', true, name));
    const store = new FailingStore(tree.path, 'b.features.yml');
    await expect(tree.source({}, store).list()).rejects.toThrow('b.features.yml cannot be read');
    expect(store.ended.toSorted()).toEqual(store.begun);
    expect(store.begun).toHaveLength(4);
  });

  it('reads nothing when nothing has changed, and takes a save without a change for none', async () => {
    await tree.write('features.yml', aFlagIn('shop'), SECOND);
    const source = tree.source();
    const before = await loaded(source);
    expect(await loaded(source)).toBe(before);
    await tree.write('features.yml', `# said otherwise\n${aFlagIn('shop')}`, SECOND + 9);
    expect(await loaded(source)).toBe(before);
  });

  it('derives the revision from the time of the change and from the contents, and never goes back', async () => {
    await tree.write('features.yml', aFlagIn('shop'), SECOND);
    const source = tree.source();
    const { revision } = await loaded(source);
    expect(Math.floor(revision / 2 ** 20)).toBe(SECOND);
    expect((await loaded(tree.source())).revision).toBe(revision);
    // By a clock that is behind, or out of an archive.
    await tree.write('features.yml', aFlagIn('shop', false), SECOND - 1000);
    expect((await loaded(source)).revision).toBe(revision + 1);
    await tree.write('features.yml', aFlagIn('shop', true), SECOND + 1);
    expect(Math.floor((await loaded(source)).revision / 2 ** 20)).toBe(SECOND + 1);
  });

  it('goes on from documents that were kept: same contents are the same revision, others a later one', async () => {
    await tree.write('features.yml', aFlagIn('shop'), SECOND);
    const kept = { ...(await loaded(tree.source())), revision: 2 ** 52 };
    const same = tree.source();
    same.resume([kept]);
    expect((await loaded(same)).revision).toBe(kept.revision);
    await tree.write('features.yml', aFlagIn('shop', false), SECOND);
    const other = tree.source();
    other.resume([kept]);
    expect((await loaded(other)).revision).toBe(kept.revision + 1);
  });

  it('keeps the objects of flags and segments that have not changed, so that they are not compiled again', async () => {
    const text = (last: string): string => `namespace: shop
flags:
  - { key: a, name: A, variants: [{ key: x }], rules: [{ segment: s1, distributions: [{ variant: x, rollout: 100 }] }] }
  - { key: b, name: B, description: ${last} }
${segmentOf(1)}`;
    await tree.write('features.yml', text('one'));
    const source = tree.source();
    const before = await loaded(source);
    await tree.write('features.yml', text('two'));
    const after = await loaded(source);
    expect(after.flags[0]).toBe(before.flags[0]);
    expect(after.segments[0]).toBe(before.segments[0]);
    expect(after.flags[1]).toMatchObject({ description: 'two' });
    const snapshot = compileSnapshot(before);
    expect(compileSnapshot(after, snapshot).flags.get('a')).toBe(snapshot.flags.get('a'));
  });

  it('reads again when a thread has ended, and after one that took too much memory', async () => {
    await tree.write('features.yml', aFlagIn('shop'));
    const broken = tree.source({ worker: { program: `${THREAD_PROGRAM}.missing`, maxMemoryMiB: 64 } });
    expect(await refusal(broken)).toContain('the documents cannot be read');
    const small = tree.source({ worker: { program: THREAD_PROGRAM, maxMemoryMiB: 32 } });
    await loaded(small);
    const flags = Array.from({ length: 10_000 }, (_, index) => `  - { key: f${index}, name: F }\n`).join('');
    await tree.write('x.features.yml', `namespace: bomb\nflags:\n${flags}`);
    expect(await refusal(small)).toContain('it takes more than 32 MiB of memory');
    await tree.delete('x.features.yml');
    await small.list();
  });

  it('ends a reading that is under way when it is closed, and is not read any more', async () => {
    await tree.write('features.yml', aFlagIn('shop'));
    const source = tree.source({ settleMs: 50 });
    const reading = source.list();
    await source.close();
    await expect(reading).rejects.toThrow(UnavailableError);
    await expect(source.list()).rejects.toThrow(UnavailableError);
  });
});

describe('a source of what a writer publishes', () => {
  itIsASnapshotSource(async () => {
    await publish({});
    const source = tree.source();
    await source.list();
    let revision = 1;
    const write = async (): Promise<void> => {
      await publish({ shop: [++revision, aFlagIn('shop', revision % 2 === 0)] });
      await source.list();
    };
    return {
      source,
      // Nothing in it.
      async create() {
        await publish({ shop: [++revision, 'namespace: shop\n'] });
        await source.list();
      },
      touch: write,
      async remove() {
        await publish({});
        await source.list();
      },
    };
  });

  it('has the revisions of the writer', async () => {
    await publish({ shop: [7, aFlagIn('shop')], default: [3, 'namespace: default\n'] });
    const source = tree.source();
    expect(await source.list()).toMatchObject([
      { namespaceKey: 'shop', revision: 7 },
      { namespaceKey: 'default', revision: 3 },
    ]);
    expect(source.isPublication).toBe(true);
    // Other contents, and the same, at a later revision.
    await publish({ shop: [9, aFlagIn('shop')], default: [4, aFlagIn('default')] });
    expect(await loaded(source)).toMatchObject({ revision: 9 });
    expect(await loaded(source, 'default')).toMatchObject({ revision: 4, flags: [{ key: 'hello' }] });
  });

  it('does not take a publication of which something is missing or damaged, and keeps the last', async () => {
    await publish({ shop: [7, aFlagIn('shop')] });
    const source = tree.source();
    await loaded(source);
    const name = await publish({ shop: [8, aFlagIn('shop', false)] });
    await tree.write(name, aFlagIn('shop', false).slice(0, -3));
    expect(await refusal(source)).toContain(`${name} in ${tree.path} has`);
    await tree.delete(name);
    expect(await refusal(source)).toContain('is not there, and the manifest names it');
    await tree.write('manifest.json', '{"format":1,');
    expect(await refusal(source)).toContain('is not JSON, or cut off');
    await tree.delete('manifest.json');
    expect(await refusal(source)).toContain('the manifest in');
    await publish({ shop: [8, aFlagIn('shop', false)] });
    expect(await loaded(source)).toMatchObject({ revision: 8 });
  });

  it('does not go back to an earlier publication, which a copy that lags may show', async () => {
    await publish({ shop: [7, aFlagIn('shop')] }, { exportedAt: '2026-11-22T10:00:00Z' });
    const source = tree.source();
    await loaded(source);
    await publish({}, { exportedAt: '2026-11-22T09:59:59Z' });
    expect(await refusal(source)).toContain('is of 2026-11-22T09:59:59Z, and one of 2026-11-22T10:00:00Z');
  });

  it('follows a writer whose database was put back, under revisions that go on', async () => {
    await publish({ shop: [7, aFlagIn('shop')] });
    const source = tree.source();
    await loaded(source);
    await publish({ shop: [5, aFlagIn('shop', false)] }, { exportedAt: '2030-01-01T00:00:00Z' });
    expect(await loaded(source)).toMatchObject({ revision: 8, flags: [{ isEnabled: false }] });
  });

  it('follows a writer to another history, counts it, and tells it once', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    await publish({
      shop: [7, aFlagIn('shop'), 'aaaaaaaaaaaa'],
      other: [3, aFlagIn('other'), 'bbbbbbbbbbbb'],
    });
    const source = tree.source();
    await loaded(source);
    const put = {
      shop: [5, aFlagIn('shop', false), 'cccccccccccc'],
      other: [3, aFlagIn('other'), 'dddddddddddd'],
    } as const;
    await publish(put, { exportedAt: '2030-01-01T00:00:00Z' });
    expect(await loaded(source)).toMatchObject({ revision: 5, mark: 'cccccccccccc' });
    await publish(
      { ...put, shop: [6, aFlagIn('shop'), 'eeeeeeeeeeee'] },
      { exportedAt: '2030-01-02T00:00:00Z' },
    );
    await loaded(source);
    expect(source.historyChanges()).toBe(2);
    expect(error.mock.calls.map(([fact]) => fact as object)).toEqual([
      { namespace: 'shop', held: 7, found: 5 },
      { namespace: 'other', held: 3, found: 3 },
    ]);
    error.mockRestore();
  });

  it('does not take the document of another namespace, nor one that cannot be read', async () => {
    await publish({ shop: [7, aFlagIn('shop')] });
    const source = tree.source();
    await loaded(source);
    await publish({ shop: [8, aFlagIn('other')] });
    expect(await refusal(source)).toContain('is not the document of namespace "shop"');
    await publish({ shop: [9, 'namespace: shop\nflags: [{ key: a }]\n'] });
    expect(await refusal(source)).toMatch(/features\.yml:2:\d+: flags\[0\]\.name/);
  });

  describe('of which one document cannot be used', () => {
    const token = { tokenHash: 'hash', authentication: anAuthentication('ann') };
    const isCovered = (source: DeclarativeSource, keys: readonly string[]): readonly unknown[] =>
      keys.map((key) => source.refusal()?.covers(key));

    it.each<[string, Parameters<typeof publish>[0], string, Partial<DeclarativeOptions>]>([
      ['does not parse', { shop: [8, 'flags: ['] }, '8.features.yml:', {}],
      ['breaks a law', { shop: [8, 'namespace: shop\nflags: [{ key: a }]\n'] }, 'flags[0].name', {}],
      ['is of a later version', { shop: [8, 'version: "9.0"\nnamespace: shop\n'] }, 'version', {}],
      [
        'uses what this version does not know',
        { shop: [8, aFlagIn('shop', false), 'eeeeeeeeeeee', ['merge']] },
        `namespace "shop" uses the feature "merge", which version ${VERSION} of Pennon lacks: upgrade this instance`,
        {},
      ],
      [
        'is too long',
        { shop: [8, `# ${'x'.repeat(500)}`] },
        'at most 400 are read',
        { limits: { ...someLimits, maxObjectBytes: 400 } },
      ],
    ])('takes everything else when it %s', async (_, bad, reason, options) => {
      await publish({
        shop: [7, aFlagIn('shop')],
        other: [3, aFlagIn('other')],
        old: [1, aFlagIn('old')],
      });
      const source = tree.source(options);
      const before = await loaded(source);
      await publish(
        { ...bad, other: [4, aFlagIn('other', false)], young: [1, aFlagIn('young')] },
        { tokens: writeTokens([token]) },
      );
      expect(await source.list()).toMatchObject([
        { namespaceKey: 'shop', revision: 7 },
        { namespaceKey: 'other', revision: 4 },
        { namespaceKey: 'young', revision: 1 },
        { namespaceKey: 'default' },
      ]);
      expect(await source.load('shop')).toBe(before);
      expect(await source.load('other')).toMatchObject({ flags: [{ isEnabled: false }] });
      expect(await source.tokens.findByHash('hash')).toEqual(token.authentication);
      expect(source.refusal()?.message).toContain(reason);
      expect(source.refusal()?.namespaceKeys).toEqual(['shop']);
      expect(isCovered(source, ['shop', 'other', 'none'])).toEqual([true, false, false]);

      await publish({ shop: [9, aFlagIn('shop', false)], other: [4, aFlagIn('other', false)] });
      expect(await loaded(source)).toMatchObject({ revision: 9, flags: [{ isEnabled: false }] });
      expect(source.refusal()).toBeUndefined();
    });

    it('has nothing of a namespace that never was good, also of the default one', async () => {
      await publish({ default: [2, 'flags: ['], shop: [7, aFlagIn('shop')] });
      const source = tree.source();
      expect(await source.list()).toMatchObject([{ namespaceKey: 'shop' }]);
      expect(isCovered(source, ['default', 'shop'])).toEqual([true, false]);
    });

    it('waits while there is nothing to serve at all, and reads that once', async () => {
      const store = new DirectoryStore(tree.path);
      const get = jest.spyOn(store, 'get');
      await publish({ shop: [8, 'flags: ['] });
      const source = tree.source({}, store);
      const reads = (): number => get.mock.calls.filter(([key]) => key.startsWith('revisions/')).length;
      for (let look = 0; look < 3; look++) await expect(source.list()).rejects.toThrow('8.features.yml:');
      expect(reads()).toBe(1);
      // Others change, and the document is not read again for that.
      await publish({ shop: [8, 'flags: ['], other: [1, aFlagIn('other')] });
      await source.list();
      await publish({ shop: [8, 'flags: ['], other: [2, aFlagIn('other', false)] });
      expect(await loaded(source, 'other')).toMatchObject({ revision: 2 });
      expect(reads()).toBe(3);
      expect(source.refusal()?.message).toContain('8.features.yml:');
    });

    it('takes nothing while another object is missing: then the store is at fault, and asked again', async () => {
      await publish({ shop: [7, aFlagIn('shop')], other: [3, aFlagIn('other')] });
      const source = tree.source();
      const before = [await loaded(source), await loaded(source, 'other')];
      const name = await publish({ shop: [8, 'flags: ['], other: [4, aFlagIn('other', false)] });
      await tree.delete(name);
      await expect(source.list()).rejects.toThrow('is not there, and the manifest names it');
      expect([await source.load('shop'), await source.load('other')]).toEqual(before);
      expect(source.refusal()).toBeUndefined();
      await tree.write(name, aFlagIn('other', false));
      expect(await loaded(source, 'other')).toMatchObject({ revision: 4 });
      expect(isCovered(source, ['shop', 'other'])).toEqual([true, false]);
    });

    it('tells the first reasons of many, and covers all of them', async () => {
      const bad: Record<string, readonly [number, string]> = {};
      for (let index = 0; index < 25; index++) bad[`bad-${index}`] = [1, 'flags: ['];
      await publish({ shop: [7, aFlagIn('shop')], ...bad });
      const source = tree.source();
      await source.list();
      expect(source.refusal()?.message).toContain('; and 5 more (in ');
      expect(source.refusal()?.namespaceKeys).toHaveLength(25);
      expect(isCovered(source, ['bad-24', 'shop'])).toEqual([true, false]);
    });
  });

  it('is found where files were before', async () => {
    await tree.write('features.yml', aFlagIn('shop'));
    const source = tree.source();
    const { revision } = await loaded(source);
    expect(source.isPublication).toBe(false);
    await publish({ shop: [7, aFlagIn('shop', false)] });
    expect(await loaded(source)).toMatchObject({ revision: revision + 1, flags: [{ isEnabled: false }] });
    expect(source.isPublication).toBe(true);
  });

  it('has the tokens that are published, until they are not', async () => {
    const token = { tokenHash: 'hash', authentication: anAuthentication('ann') };
    await publish({}, { tokens: writeTokens([token]) });
    const source = tree.source();
    await source.list();
    expect(await source.tokens.findByHash('hash')).toEqual(token.authentication);
    const { revision } = await source.tokens.revocations(undefined);
    await publish({}, { tokens: writeTokens([]) });
    await source.list();
    expect(await source.tokens.findByHash('hash')).toBeUndefined();
    expect(await source.tokens.revocations({ revision })).toMatchObject({ ids: ['ann'] });
  });

  it('is bounded', async () => {
    await publish({ shop: [7, aFlagIn('shop')] });
    const source = tree.source({ limits: { ...someLimits, maxObjectBytes: 50 } });
    expect(await refusal(source)).toContain('at most 50 are read');
  });
});

/** What a writer would publish: revisions and documents by namespace. Returns the name of the last document. */
async function publish(
  namespaces: Readonly<
    Record<string, readonly [revision: number, text: string, mark?: string, features?: readonly string[]]>
  >,
  { exportedAt, tokens }: { readonly exportedAt?: string; readonly tokens?: string } = {},
): Promise<string> {
  let last = '';
  const put = async (key: string, text: string): Promise<{ key: string; size: number; sha256: string }> => {
    await tree.write(key, text);
    return { key, size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
  };
  const entries = [];
  for (const [namespaceKey, [revision, text, mark, features]] of Object.entries(namespaces)) {
    last = `revisions/${namespaceKey}/${revision}.features.yml`;
    entries.push({
      ...{ namespaceKey, revision, mark },
      ...(features !== undefined && { features }),
      ...(await put(last, text)),
    });
  }
  const manifest: Manifest = {
    format: 1,
    exportedAt: exportedAt ?? new Date().toISOString(),
    namespaces: entries,
    ...(tokens !== undefined && { tokens: await put('tokens/x.json', tokens) }),
  };
  await tree.write('manifest.json', writeManifest(manifest));
  return last;
}

/** A list of one segment, in YAML. */
function segmentOf(number: number): string {
  return `segments: [{ key: s${number}, name: S, match_type: ALL_MATCH_TYPE }]\n`;
}
