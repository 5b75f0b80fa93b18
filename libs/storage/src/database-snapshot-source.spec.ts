import { NAMESPACE_SUBJECT, UnavailableError, type RolloutStep, type SubjectKey } from '@pennon/domain';
import {
  BehindError,
  buildSnapshotDocument,
  type NamespaceRows,
  type SnapshotDocument,
} from '@pennon/snapshot';
import {
  aConstraint,
  aDistribution,
  aFlag,
  aNamespace,
  aRollout,
  aRule,
  aSegment,
  aVariant,
  itIsASnapshotSource,
  SOME_MOMENT,
  timesAfter,
} from '@pennon/testing';
import { Logger as NestLogger } from '@nestjs/common';
import { type Logger } from 'typeorm';
import { recordChange } from '../../../test/support/recorded-change';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { type Database, type Work } from './database/database';
import { NamespaceEntity } from './entities/namespace.entity';
import { FollowerError } from './database/driver-errors';
import { DatabaseSnapshotSource } from './database-snapshot-source';
import { type Stores } from './unit-of-work';

let temporary: TemporaryDatabase;
let source: DatabaseSnapshotSource;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  source = new DatabaseSnapshotSource(temporary.database);
});

afterEach(async () => {
  await temporary.remove();
});

const namespaceKey = 'shop';

/**
 * The rows of a namespace with `size` flags: half of them variant flags with two variants, a rule and two
 * distributions, half of them boolean ones with a threshold and a segment rollout; and as many segments.
 */
function rowsOfSize(size: number): NamespaceRows {
  const indexes = Array.from({ length: size }, (_, index) => index);
  const variantFlags = indexes.filter((index) => index % 2 === 0);
  const booleanFlags = indexes.filter((index) => index % 2 === 1);
  const at = (index: number): { namespaceKey: string; createdAt: number; updatedAt: number } => ({
    namespaceKey,
    ...timesAfter(index),
  });
  const segmentKeys = (index: number): string[] => [`segment-${(index + 1) % size}`, `segment-${index}`];
  return {
    namespace: { key: namespaceKey, revision: 1 },
    flags: indexes.map((index) =>
      aFlag(`flag-${index}`, {
        ...at(size - index),
        type: index % 2 === 0 ? 'variant' : 'boolean',
        isEnabled: index % 3 === 0,
        defaultVariantId: index % 4 === 0 ? `blue-${index}` : undefined,
        metadata: { index },
      }),
    ),
    variants: variantFlags.flatMap((index) => [
      aVariant(`flag-${index}`, `red-${index}`, { ...at(index), attachment: '{ "n": 1.0 }' }),
      aVariant(`flag-${index}`, `blue-${index}`, at(index + size)),
    ]),
    segments: indexes.map((index) => aSegment(`segment-${index}`, { ...at(index), matchType: 'any' })),
    constraints: indexes.map((index) => aConstraint(`segment-${index}`, `constraint-${index}`, at(index))),
    rules: variantFlags.map((index) =>
      aRule(`flag-${index}`, `rule-${index}`, {
        ...at(index),
        rank: index + 1,
        segmentKeys: segmentKeys(index),
        segmentOperator: 'and',
      }),
    ),
    distributions: variantFlags.flatMap((index) => [
      aDistribution(`rule-${index}`, `red-${index}`, { ...at(index), rolloutPercent: 33.33 }),
      aDistribution(`rule-${index}`, `blue-${index}`, { ...at(index + size), rolloutPercent: 66.67 }),
    ]),
    rollouts: booleanFlags.flatMap((index) => {
      const step: RolloutStep = {
        type: 'segment',
        segmentKeys: segmentKeys(index),
        segmentOperator: 'or',
        value: true,
      };
      return [
        aRollout(`flag-${index}`, `half-${index}`, at(index)),
        aRollout(`flag-${index}`, `some-${index}`, { ...at(index), rank: 2, step }),
      ];
    }),
  };
}

async function store(rows: NamespaceRows): Promise<void> {
  await temporary.unitOfWork.write(async (stores) => {
    await stores.namespaces.create(aNamespace(namespaceKey));
    await stores.flags.createAll(rows.flags);
    await stores.variants.createAll(rows.variants);
    await stores.segments.createAll(rows.segments);
    await stores.constraints.createAll(rows.constraints);
    await stores.rules.createAll(rows.rules);
    await stores.distributions.createAll(rows.distributions.map((share) => ({ ...share, namespaceKey })));
    await stores.rollouts.createAll(rows.rollouts);
  });
}

/** The rows in the order that {@link NamespaceRows} promises. */
function inOrder(rows: NamespaceRows): NamespaceRows {
  return { ...rows, flags: rows.flags.toSorted((left, right) => left.createdAt - right.createdAt) };
}

/** Every statement that reads a table and that `work` sends to the database. */
async function queriesOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const queries: string[] = [];
  await temporary.database.read((manager) => {
    const recorder: Pick<Logger, 'logQuery'> = { logQuery: (query) => void queries.push(query) };
    Object.assign(manager.connection.logger, recorder);
    return Promise.resolve();
  });
  await work();
  // A server may ask for a transaction to be run again.
  const begun = queries.findLastIndex((query) => /^(BEGIN|START TRANSACTION)/.test(query));
  return queries.slice(begun + 1).filter((query) => query.startsWith('SELECT'));
}

/** A copy of plain objects: what is packed of the document is not to be seen. */
function plain<T>(document: T): T {
  return JSON.parse(JSON.stringify(document)) as T;
}

/** Changes something of a namespace in the way of the management API. */
async function change(part: SubjectKey | undefined, work: (stores: Stores) => Promise<void>): Promise<void> {
  await temporary.unitOfWork.write(async (stores) => {
    await stores.namespaces.raiseRevision(namespaceKey);
    await work(stores);
    const raised = await stores.namespaces.storedRevisionOf(namespaceKey);
    if (part !== undefined && raised !== undefined) await recordChange(stores, namespaceKey, raised, [part]);
  });
}

async function rename(key: string): Promise<void> {
  await change({ kind: 'flag', key }, async ({ flags }) => {
    const flag = await flags.find(namespaceKey, key);
    if (flag !== undefined) await flags.replaceAll([{ ...flag, name: 'New', updatedAt: SOME_MOMENT }]);
  });
}

async function load(): Promise<SnapshotDocument> {
  const document = await source.load(namespaceKey);
  if (document === undefined) throw new Error('there is no such namespace');
  return document;
}

async function noChange(): Promise<void> {
  // Only the revision is raised.
}

describe('DatabaseSnapshotSource', () => {
  itIsASnapshotSource(() => {
    const { unitOfWork } = temporary;
    return Promise.resolve({
      source,
      create: (key) => unitOfWork.write(({ namespaces }) => namespaces.create(aNamespace(key))),
      touch: async (key) => unitOfWork.write(({ namespaces }) => namespaces.raiseRevision(key)),
      remove: (key) =>
        unitOfWork.write(async ({ namespaces }) => {
          const namespace = await namespaces.find(key);
          if (namespace !== undefined) await namespaces.delete(namespace);
        }),
    });
  });

  it('answers the empty document of a new database', async () => {
    expect(await source.load('default')).toEqual({
      formatVersion: 2,
      namespaceKey: 'default',
      revision: 0,
      segments: [],
      flags: [],
    });
  });

  it.each([10, 1000])(
    'answers what was stored of %d flags, with one query for every 250',
    async (size) => {
      const rows = rowsOfSize(size);
      await store(rows);
      const queries = await queriesOf(() => source.load(namespaceKey));
      const parts = Math.ceil(size / 250);
      // The revision, the keys of segments and of flags, and then segments and flags: together, or part by part.
      expect(queries).toHaveLength(3 + (parts === 1 ? 1 : 2 * parts));
      const { mark, ...loaded } = await load();
      expect(mark).toMatch(/^[\w-]{12}$/);
      expect(plain(loaded)).toEqual(buildSnapshotDocument(inOrder(rows)));
      // A server takes a round trip for each of the thousands of rows.
    },
    120_000,
  );

  it('leaves out what lies in other namespaces', async () => {
    await store(rowsOfSize(10));
    await temporary.unitOfWork.write(async (stores) => {
      await stores.flags.createAll([aFlag('checkout')]);
      await stores.segments.createAll([aSegment('everyone')]);
      await stores.rules.createAll([aRule('checkout', 'rule')]);
    });
    expect(await source.load('default')).toMatchObject({
      segments: [{ key: 'everyone' }],
      flags: [{ key: 'checkout', rules: [{ id: 'rule', segmentKeys: ['everyone'] }] }],
    });
  });
});

describe('an update of a document from the database', () => {
  it('is that document when nothing has changed', async () => {
    await store(rowsOfSize(2));
    const held = await load();
    expect(await source.update(held)).toBe(held);
  });

  it('has the same objects for all that has not changed, and reads none of it', async () => {
    await store(rowsOfSize(50));
    const held = await load();
    await rename('flag-7');
    await change({ kind: 'segment', key: 'segment-3' }, ({ segments }) =>
      segments.replaceAll([aSegment('segment-3', { namespaceKey, matchType: 'all' })]),
    );
    const updated = await source.update(held);
    expect(updated).toEqual(await load());
    const changed = <T extends { readonly key: string }>(now: readonly T[], before: readonly T[]): string[] =>
      now.filter((item) => !before.includes(item)).map(({ key }) => key);
    expect(changed(updated?.flags ?? [], held.flags)).toEqual(['flag-7']);
    expect(changed(updated?.segments ?? [], held.segments)).toEqual(['segment-3']);
  });

  it('reads nothing but revisions when only the name of the namespace has changed', async () => {
    await store(rowsOfSize(2));
    const held = await load();
    await change(NAMESPACE_SUBJECT, ({ namespaces }) =>
      namespaces.update(namespaceKey, 'New', '', SOME_MOMENT),
    );
    const queries = await queriesOf(() => source.update(held));
    const tables = queries.map((query) => /FROM ["`](\w+)["`]/.exec(query)?.[1]);
    expect(tables).toEqual(['namespaces', 'revisions']);
    const { mark } = await load();
    expect(await source.update(held)).toEqual({ ...held, revision: held.revision + 1, mark });
  });

  it('is everything when a change was not recorded, or everything may have changed', async () => {
    await store(rowsOfSize(2));
    const held = await load();
    await rename('flag-0');
    await change(undefined, ({ flags }) => flags.deleteAll(namespaceKey, ['flag-1']));
    await rename('flag-0');
    expect(await source.update(held)).toEqual(await load());
  });

  it('is everything when more has changed than can be named', async () => {
    await store(rowsOfSize(2));
    const held = await load();
    await temporary.unitOfWork.write(async (stores) => {
      for (let times = 1; times <= 501; times++) {
        await stores.namespaces.raiseRevision(namespaceKey);
        const raised = { revision: held.revision + times, markBefore: '' };
        await recordChange(stores, namespaceKey, raised, [NAMESPACE_SUBJECT]);
      }
    });
    const updated = await source.update(held);
    expect(updated).toEqual({ ...held, revision: held.revision + 501, mark: expect.any(String) as string });
    expect(updated?.flags[0]).not.toBe(held.flags[0]);
  });

  it('is everything when one change was of more than the history names', async () => {
    await store(rowsOfSize(30));
    const held = await load();
    await temporary.unitOfWork.write(async (stores) => {
      await stores.namespaces.raiseRevision(namespaceKey);
      const raised = { revision: held.revision + 1, markBefore: held.mark ?? '' };
      const subjects = held.flags.slice(0, 21).map(({ key }): SubjectKey => ({ kind: 'flag', key }));
      await recordChange(stores, namespaceKey, raised, subjects);
    });
    const updated = await source.update(held);
    expect(updated?.flags[29]).not.toBe(held.flags[29]);
    expect(updated).toEqual(await load());
  });

  it('is followed from what was changed where no mark was drawn before', async () => {
    await store(rowsOfSize(2));
    const held = await load();
    await temporary.unitOfWork.write((stores) =>
      recordChange(stores, namespaceKey, { revision: 2, markBefore: '' }, [NAMESPACE_SUBJECT]),
    );
    await temporary.database.write((manager) =>
      manager.increment(NamespaceEntity, { key: namespaceKey }, 'revision', 1),
    );
    expect(await source.update(held)).toEqual({ ...held, revision: 2 });
    expect(source.historyChanges()).toBe(0);
  });
});

describe('another history', () => {
  let logged: jest.SpyInstance;

  beforeEach(async () => {
    logged = jest.spyOn(NestLogger.prototype, 'error').mockReturnValue(undefined);
    await store(rowsOfSize(2));
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const sameNumber = (held: SnapshotDocument): SnapshotDocument => ({ ...held, mark: 'lost' });
  const higher = (held: SnapshotDocument): SnapshotDocument => ({ ...held, revision: 9, mark: 'lost' });

  it.each([
    ['of the same number', sameNumber],
    ['of a higher number', higher],
  ])('than that of a revision %s is followed: all of it, once, and loudly', async (_, lost) => {
    const present = await load();
    const followed = await source.update(lost({ ...present, flags: [] }));
    expect(followed).toEqual(present);
    expect(source.historyChanges()).toBe(1);
    expect(logged).toHaveBeenCalledTimes(1);
    if (followed !== undefined) await source.update(followed);
    expect(logged).toHaveBeenCalledTimes(1);
  });

  it('is found out from what was changed since, however much that is', async () => {
    const present = await load();
    for (const name of ['flag-0', 'flag-1']) await change({ kind: 'flag', key: name }, noChange);
    expect(await source.update(sameNumber({ ...present, flags: [] }))).toEqual(await load());
    expect(source.historyChanges()).toBe(1);
  });

  it('may not have the namespace at all', async () => {
    const held = { ...(await load()), namespaceKey: 'later' };
    expect(await source.update(held)).toBeUndefined();
    expect(source.historyChanges()).toBe(1);
  });

  describe('as replicas show it', () => {
    let replica: TemporaryDatabase;
    let reads: string[];
    let readPrimary: Database['readPrimary'];
    let behindReplica: DatabaseSnapshotSource;

    beforeEach(async () => {
      replica = await openTemporaryDatabase();
      reads = [];
      readPrimary = (work) => temporary.database.read(work);
      // Two databases, of which one is read and the other one is asked when it matters.
      const both = Object.assign(Object.create(replica.database) as Database, {
        readPrimary: async <T>(work: Work<T>): Promise<T> => {
          reads.push('primary');
          return readPrimary(work);
        },
      });
      behindReplica = new DatabaseSnapshotSource(both);
    });

    afterEach(async () => {
      await replica.remove();
    });

    it('is none where a replica is late, as the primary says, which is asked once in a while', async () => {
      const held = await load();
      expect(await behindReplica.update(held)).toBe(held);
      await expect(behindReplica.update(held)).rejects.toThrow(
        new BehindError('the database has revision 0 of namespace "shop", which does not follow 1'),
      );
      expect([behindReplica.historyChanges(), reads]).toEqual([0, ['primary']]);
    });

    it('is what the primary has, whatever a replica shows', async () => {
      const present = await load();
      expect(await behindReplica.update(higher({ ...present, flags: [] }))).toEqual(present);
      expect(behindReplica.historyChanges()).toBe(1);
    });

    it('is not decided on while the primary is away', async () => {
      readPrimary = () => Promise.reject(new UnavailableError('away'));
      await expect(behindReplica.update(higher(await load()))).rejects.toThrow(BehindError);
    });

    it('is that of a replica which alone can be asked, if it shows another state of a number that is held', async () => {
      readPrimary = () => Promise.reject(new FollowerError('a replica'));
      const alone = new DatabaseSnapshotSource(
        Object.assign(Object.create(temporary.database) as Database, { readPrimary }),
      );
      const present = await load();
      expect(await alone.update(sameNumber({ ...present, flags: [] }))).toEqual(present);
      await expect(alone.update(higher(present))).rejects.toThrow(BehindError);
    });
  });
});

describe('a namespace that uses a feature which this version lacks', () => {
  async function loaded(key: string): Promise<SnapshotDocument> {
    const document = await source.load(key);
    if (document === undefined) throw new Error(`no ${key}`);
    return document;
  }

  async function use(features: string | null): Promise<void> {
    await temporary.database.write(async (manager) => {
      await manager.update(NamespaceEntity, { key: 'default' }, { features });
      await manager.increment(NamespaceEntity, { key: 'default' }, 'revision', 1);
    });
  }

  it('is not read, and what is held of it stays: half of what it means would be wrong', async () => {
    const held = await loaded('default');
    expect(source.refusal()).toBeUndefined();
    await use('made-up other');
    await expect(source.update(held)).rejects.toThrow(BehindError);
    await expect(source.update(held)).rejects.toThrow(
      /^namespace "default" uses the features "made-up", "other", which version \S+ of Pennon lacks$/,
    );
    await expect(source.load('default')).rejects.toThrow(BehindError);
    const refusal = source.refusal();
    expect(refusal?.message).toContain('uses the features "made-up", "other"');
    expect([refusal?.covers('default'), refusal?.covers('shop')]).toEqual([true, false]);
    expect(await source.list()).toContainEqual(
      expect.objectContaining({ namespaceKey: 'default', revision: 1 }),
    );
  });

  it('is read again as soon as it uses none', async () => {
    await use('made-up');
    await expect(source.load('default')).rejects.toThrow(BehindError);
    await use(null);
    expect(await source.load('default')).toMatchObject({ revision: 2 });
    expect(source.refusal()).toBeUndefined();
  });

  it('is forgotten with the namespace', async () => {
    await use('made-up');
    await expect(source.load('default')).rejects.toThrow(BehindError);
    await temporary.database.write((manager) => manager.delete(NamespaceEntity, { key: 'default' }));
    await source.list();
    expect(source.refusal()).toBeUndefined();
  });
});
