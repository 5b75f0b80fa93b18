import { compileSnapshot, type Snapshot } from '../compile-snapshot';
import {
  SNAPSHOT_FORMAT_VERSION,
  type FlagDocument,
  type SegmentDocument,
  type SnapshotDocument,
} from '../document/snapshot-document';
import { KeyedTable } from './keyed-table';
import { SegmentTable } from './segment-table';

const segments: readonly SegmentDocument[] = [
  { key: 'dutch', matchType: 'all', constraints: [] },
  { key: 'beta', matchType: 'all', constraints: [] },
];
/** The table of these segments. */
function tableOf(documents: readonly SegmentDocument[]): SegmentTable {
  return SegmentTable.of(KeyedTable.of(documents));
}

const dutch = { segmentKeys: ['dutch'], segmentOperator: 'or' } as const;

describe('the table of segments', () => {
  it('gives those who select the same the same object', () => {
    const table = tableOf(segments);
    expect(table.select(dutch)[0]).toBe(table.select({ ...dutch, segmentKeys: ['dutch', 'gone'] })[0]);
    expect(table.select(dutch)[0]).not.toBe(table.select({ ...dutch, segmentKeys: ['beta'] })[0]);
  });

  it('tells selections apart whatever keys look like', () => {
    const keys = ['a', 'b', 'a","b', 'a b', 'a\u0000b'];
    const table = tableOf(keys.map((key) => ({ key, matchType: 'all', constraints: [] })));
    const lists = [['a', 'b'], ['b', 'a'], ['a","b'], ['a b'], ['a\u0000b'], ['a']];
    const names = lists.map(
      (segmentKeys) => table.select({ segmentKeys, segmentOperator: 'and' })[0]?.segmentKeys,
    );
    expect(names).toEqual(lists);
  });

  it('makes nothing of whether all or any of a single segment are wanted', () => {
    const table = tableOf(segments);
    expect(table.select({ ...dutch, segmentOperator: 'and' })[0]).toBe(table.select(dutch)[0]);
  });

  it('has constraints that ask the same asked by one object', () => {
    const constraint = { type: 'string', property: 'plan', operator: 'isoneof', value: '["pro"]' } as const;
    const table = tableOf([
      { key: 'one', matchType: 'all', constraints: [{ ...constraint, id: '1' }] },
      { key: 'other', matchType: 'any', constraints: [{ ...constraint, id: '2' }] },
      { key: 'neither', matchType: 'any', constraints: [{ ...constraint, id: '3', type: 'entityId' }] },
    ]);
    const constraintOf = (key: string): unknown =>
      table.select({ segmentKeys: [key], segmentOperator: 'or' })[0]?.segments[0]?.constraints[0];
    expect(constraintOf('other')).toBe(constraintOf('one'));
    expect(constraintOf('neither')).not.toEqual(constraintOf('one'));
  });

  it('is the next one too when no segment has changed', () => {
    const table = tableOf(segments);
    expect(table.next(KeyedTable.of(segments), new Set())).toBe(table);
  });

  it('hands on the selections of segments that have not changed, and no others', () => {
    const table = tableOf(segments);
    const beta = { ...dutch, segmentKeys: ['beta'] };
    const [ofDutch, ofBeta] = [table.select(dutch)[0], table.select(beta)[0]];
    const next = table.next(
      KeyedTable.of([{ key: 'beta', matchType: 'any', constraints: [] }, ...segments.slice(0, 1)]),
      new Set(['beta']),
    );
    expect(next.select(dutch)[0]).toBe(ofDutch);
    expect(next.select(beta)[0]?.segments).toMatchObject([
      { key: 'beta', matchType: 'any', constraints: [] },
    ]);
    expect(ofBeta?.segments[0]?.matchType).toBe('all');
  });
});

describe('a snapshot that is compiled from change to change', () => {
  const crowd: readonly SegmentDocument[] = Array.from({ length: 80 }, (_, index) => ({
    key: `segment-${index}`,
    matchType: 'all',
    constraints: [],
  }));

  /** Two flags: one that always looks at the same segments, one that looks at two that `step` chooses. */
  function documentAt(step: number, constant: FlagDocument): SnapshotDocument {
    const segmentKeys = [`segment-${step % 80}`, `segment-${Math.floor(step / 80) % 80}`];
    return {
      formatVersion: SNAPSHOT_FORMAT_VERSION,
      namespaceKey: 'shop',
      revision: step,
      segments: crowd,
      flags: [constant, flagLookingAt('changing', [...new Set(segmentKeys)])],
    };
  }

  function flagLookingAt(key: string, segmentKeys: readonly string[]): FlagDocument {
    const step = { type: 'segment', segmentKeys, segmentOperator: 'and', value: true } as const;
    const contents = { name: '', description: '', isEnabled: true, createdAt: 0, updatedAt: 0, variants: [] };
    return { type: 'boolean', key, ...contents, rollouts: [{ id: key, rank: 1, step }] };
  }

  it('forgets selections that went out of use, and keeps those in use', () => {
    const constant = flagLookingAt('constant', ['segment-0', 'segment-79']);
    const inUse = { segmentKeys: ['segment-0', 'segment-79'], segmentOperator: 'and' } as const;
    let snapshot: Snapshot = compileSnapshot(documentAt(0, constant));
    const [kept] = snapshot.segments.select(inUse);
    let most = 0;
    for (let step = 1; step < 3000; step++) {
      snapshot = compileSnapshot(documentAt(step, constant), snapshot);
      most = Math.max(most, snapshot.segments.size);
    }
    expect(most).toBeLessThan(1100);
    expect(snapshot.segments.select(inUse)[0]).toBe(kept);
  });
});
