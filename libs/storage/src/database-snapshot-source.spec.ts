import { UnavailableError, type RolloutStep } from '@pennon/domain';
import { buildSnapshotDocument, type NamespaceRows, type SnapshotDocument } from '@pennon/snapshot';
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
import { type Logger } from 'typeorm';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { DatabaseSnapshotSource } from './database-snapshot-source';
import { type ChangedPart } from './stores/namespace-change.store';
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
    for (const flag of rows.flags) await stores.flags.create(flag);
    for (const variant of rows.variants) await stores.variants.create(variant);
    for (const segment of rows.segments) await stores.segments.create(segment);
    for (const constraint of rows.constraints) await stores.constraints.create(constraint);
    for (const rule of rows.rules) await stores.rules.create(rule);
    for (const share of rows.distributions) await stores.distributions.create({ ...share, namespaceKey });
    for (const rollout of rows.rollouts) await stores.rollouts.create(rollout);
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
  return queries.filter((query) => query.startsWith('SELECT'));
}

/** How often each name occurs. */
function countsOf(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** A copy of plain objects: what is packed of the document is not to be seen. */
function plain<T>(document: T): T {
  return JSON.parse(JSON.stringify(document)) as T;
}

describe('DatabaseSnapshotSource', () => {
  itIsASnapshotSource(() => {
    const { unitOfWork } = temporary;
    return Promise.resolve({
      source,
      create: (key) => unitOfWork.write(({ namespaces }) => namespaces.create(aNamespace(key))),
      touch: (key) => unitOfWork.write(({ namespaces }) => namespaces.raiseRevision(key)),
      remove: (key) =>
        unitOfWork.write(async ({ namespaces }) => {
          const namespace = await namespaces.find(key);
          if (namespace !== undefined) await namespaces.delete(namespace);
        }),
    });
  });

  it('answers the empty document of a new database', async () => {
    expect(await source.load('default')).toEqual({
      formatVersion: 1,
      namespaceKey: 'default',
      revision: 0,
      segments: [],
      flags: [],
    });
  });

  it.each([10, 1000])(
    'answers what was stored of %d flags, with one query per table for every 250',
    async (size) => {
      const rows = rowsOfSize(size);
      await store(rows);
      const queries = await queriesOf(() => source.load(namespaceKey));
      const tables = queries.map((query) => /FROM ["`](\w+)["`]/.exec(query)?.[1] ?? '');
      const parts = Math.ceil(size / 250);
      expect(countsOf(tables)).toEqual({
        namespaces: 1,
        // One more for the keys.
        flags: parts + 1,
        segments: parts + 1,
        constraints: parts,
        distributions: parts,
        rollout_segments: parts,
        rollouts: parts,
        rule_segments: parts,
        rules: parts,
        variants: parts,
      });
      expect(plain(await source.load(namespaceKey))).toEqual(buildSnapshotDocument(inOrder(rows)));
      // A server takes a round trip for each of the thousands of rows.
    },
    120_000,
  );

  it('leaves out what lies in other namespaces', async () => {
    await store(rowsOfSize(10));
    await temporary.unitOfWork.write(async (stores) => {
      await stores.flags.create(aFlag('checkout'));
      await stores.segments.create(aSegment('everyone'));
      await stores.rules.create(aRule('checkout', 'rule'));
    });
    expect(await source.load('default')).toMatchObject({
      segments: [{ key: 'everyone' }],
      flags: [{ key: 'checkout', rules: [{ id: 'rule', segmentKeys: ['everyone'] }] }],
    });
  });
});

describe('an update of a document from the database', () => {
  /** Changes something of a namespace in the way of the management API. */
  async function change(
    part: ChangedPart | undefined,
    work: (stores: Stores) => Promise<void>,
  ): Promise<void> {
    await temporary.unitOfWork.write(async (stores) => {
      await stores.namespaces.raiseRevision(namespaceKey);
      await work(stores);
      const revision = await stores.namespaces.revisionOf(namespaceKey);
      if (part !== undefined) await stores.changes.record(namespaceKey, revision ?? Number.NaN, part);
    });
  }

  async function rename(key: string): Promise<void> {
    const changes = {
      name: 'New',
      description: '',
      isEnabled: true,
      defaultVariantId: undefined,
      metadata: {},
    };
    await change({ kind: 'flag', key }, ({ flags }) => flags.update(namespaceKey, key, changes, SOME_MOMENT));
  }

  async function load(): Promise<SnapshotDocument> {
    const document = await source.load(namespaceKey);
    if (document === undefined) throw new Error('there is no such namespace');
    return document;
  }

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
      segments.update(
        namespaceKey,
        'segment-3',
        { name: '', description: '', matchType: 'all' },
        SOME_MOMENT,
      ),
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
    await change({ kind: 'namespace' }, ({ namespaces }) =>
      namespaces.update(namespaceKey, 'New', '', SOME_MOMENT),
    );
    const queries = await queriesOf(() => source.update(held));
    const tables = queries.map((query) => /FROM ["`](\w+)["`]/.exec(query)?.[1]);
    expect(tables).toEqual(['namespaces', 'namespace_changes']);
    expect(await source.update(held)).toEqual({ ...held, revision: held.revision + 1 });
  });

  it('is everything when a change was not recorded, or everything may have changed', async () => {
    await store(rowsOfSize(2));
    const held = await load();
    await rename('flag-0');
    await change(undefined, ({ flags }) => flags.delete(namespaceKey, 'flag-1'));
    await rename('flag-0');
    expect(await source.update(held)).toEqual(await load());
  });

  it('is everything when more has changed than can be named', async () => {
    await store(rowsOfSize(2));
    const held = await load();
    await temporary.unitOfWork.write(async ({ namespaces, changes }) => {
      for (let times = 1; times <= 501; times++) {
        await namespaces.raiseRevision(namespaceKey);
        await changes.record(namespaceKey, held.revision + times, { kind: 'namespace' });
      }
    });
    const updated = await source.update(held);
    expect(updated).toEqual({ ...held, revision: held.revision + 501 });
    expect(updated?.flags[0]).not.toBe(held.flags[0]);
  });

  it('is refused by a database that is behind the document, as a replica may be', async () => {
    await store(rowsOfSize(2));
    const held = await load();
    await expect(source.update({ ...held, revision: held.revision + 1 })).rejects.toThrow(
      new UnavailableError('the database has revision 1 of namespace "shop", which is behind 2'),
    );
  });

  it('is refused by a database that has never had the namespace, as a replica may be', async () => {
    await store(rowsOfSize(2));
    const held = { ...(await load()), namespaceKey: 'later' };
    await expect(source.update(held)).rejects.toThrow(
      new UnavailableError('the database has revision 0 of namespace "later", which is behind 1'),
    );
  });
});
