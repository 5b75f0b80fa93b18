import { type RolloutStep } from '@pennon/domain';
import { buildSnapshotDocument, type NamespaceRows } from '@pennon/snapshot';
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
  timesAfter,
} from '@pennon/testing';
import { type Logger } from 'typeorm';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { DatabaseSnapshotSource } from './database-snapshot-source';

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

  it.each([10, 1000])('answers what was stored of %d flags, with one query per table', async (size) => {
    const rows = rowsOfSize(size);
    await store(rows);
    const queries = await queriesOf(() => source.load(namespaceKey));
    const tables = queries.map((query) => /FROM "(\w+)"/.exec(query)?.[1]);
    expect(tables.toSorted()).toEqual([
      'constraints',
      'distributions',
      'flags',
      'namespaces',
      'rollout_segments',
      'rollouts',
      'rule_segments',
      'rules',
      'segments',
      'variants',
    ]);
    expect(await source.load(namespaceKey)).toEqual(buildSnapshotDocument(inOrder(rows)));
  });

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
