import type { NamespaceParts } from '@pennon/domain';
import { aDistribution, aFlag, aRule, aSegment, aVariant, timesAfter } from '@pennon/testing';
import { compileSnapshot, compiling, type Snapshot } from './compile-snapshot';
import { buildSnapshotDocument, type NamespaceRows } from './document/build-snapshot-document';
import type { SnapshotDocument } from './document/snapshot-document';
import { tablesOf } from './memory/document-tables';
import type { KeyedTable } from './memory/keyed-table';
import { packSnapshotDocument } from './memory/pack-snapshot-document';
import { patchSnapshotDocument } from './memory/patch-snapshot-document';

/** How many flags: in both cases the last block of the table is as full. */
const SIZES = [100, 10_020];

/** Ten flags look at each segment. */
const USERS = 10;

/** The rows of a flag that has a rule, with the segment whose key is given. */
function rowsOfFlag(index: number, segment: string, isEnabled = true): Omit<NamespaceRows, 'namespace'> {
  const key = `flag-${index}`;
  return {
    flags: [aFlag(key, { ...timesAfter(index), isEnabled })],
    variants: [aVariant(key, `variant-${index}`)],
    rules: [{ ...aRule(key, `rule-${index}`), segmentKeys: [segment] }],
    distributions: [aDistribution(`rule-${index}`, `variant-${index}`)],
    segments: [],
    constraints: [],
    rollouts: [],
  };
}

const nothing: Omit<NamespaceRows, 'namespace'> = {
  flags: [],
  variants: [],
  rules: [],
  distributions: [],
  segments: [],
  constraints: [],
  rollouts: [],
};

/** @param segmentOf The number of the segment that a flag looks at. */
function documentOf(size: number, segmentOf: (index: number) => number): SnapshotDocument {
  const flags = Array.from({ length: size }, (_, index) => rowsOfFlag(index, `segment-${segmentOf(index)}`));
  return packSnapshotDocument(
    buildSnapshotDocument({
      ...nothing,
      namespace: { key: 'default', revision: 1 },
      flags: flags.flatMap((rows) => rows.flags),
      variants: flags.flatMap((rows) => rows.variants),
      rules: flags.flatMap((rows) => rows.rules),
      distributions: flags.flatMap((rows) => rows.distributions),
      segments: Array.from({ length: size / USERS }, (_, index) => aSegment(`segment-${index}`)),
    }),
  );
}

/** What was done to follow a change. */
interface Work {
  /** How often others could have had their turn. */
  readonly turns: number;
  /** Flags and segments of which any member was read. */
  readonly lookedAt: number;
  readonly compiled: number;
  /** What was made anew of the document, and packed. */
  readonly flags: number;
  readonly segments: number;
  readonly blocksOfFlags: number;
  readonly blocksOfSegments: number;
  readonly blocksOfCompiled: number;
}

/** A namespace that is followed from change to change as a process follows it, and counts what that takes. */
class Followed {
  private snapshot: Snapshot;
  private readonly lookedAt = new Set<unknown>();

  constructor(document: SnapshotDocument) {
    this.snapshot = compileSnapshot({
      ...document,
      flags: document.flags.map((flag) => this.watched(flag)),
      segments: document.segments.map((segment) => this.watched(segment)),
    });
    // What blocks refer to is found out once.
    this.follow({ segmentKeys: ['segment-1'], rows: { segments: [aSegment('segment-1')] } });
  }

  /** Follows a change. @returns How much was done for it. */
  follow({ flagKeys = [], segmentKeys = [], rows = {} }: Change): Work {
    this.lookedAt.clear();
    const before = this.snapshot;
    const changed: NamespaceParts = { flagKeys: new Set(flagKeys), segmentKeys: new Set(segmentKeys) };
    const namespace = { key: 'default', revision: before.document.revision + 1 };
    const document = patchSnapshotDocument(before.document, changed, { ...nothing, ...rows, namespace });
    const steps = compiling(document, before);
    let turns = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) turns++;
    const packed = packSnapshotDocument(document, before.document);
    const lookedAt = this.lookedAt.size;
    this.snapshot = { ...step.value, document: packed };
    const [held, now] = [tablesOf(before.document), tablesOf(packed)];
    return {
      turns,
      lookedAt,
      compiled: [...step.value.flags.changesSince(before.flags)].length,
      flags: [...now.flags.changesSince(held.flags)].length,
      segments: [...now.segments.changesSince(held.segments)].length,
      blocksOfFlags: copiedBlocks(held.flags, now.flags),
      blocksOfSegments: copiedBlocks(held.segments, now.segments),
      blocksOfCompiled: copiedBlocks(before.flags, step.value.flags),
    };
  }

  /** The object, which notes that somebody looks at it: at one of its members, or at what it is. */
  private watched<T extends object>(item: T): T {
    const note = (): void => void this.lookedAt.add(item);
    return new Proxy(item, {
      get: (target, name) => {
        note();
        return Reflect.get(target, name) as unknown;
      },
      getPrototypeOf: (target) => {
        note();
        return Reflect.getPrototypeOf(target);
      },
    });
  }
}

function copiedBlocks<T>(before: KeyedTable<T>, after: KeyedTable<T>): number {
  return after.blocks.filter((block, index) => block !== before.blocks[index]).length;
}

interface Change {
  readonly flagKeys?: readonly string[];
  readonly segmentKeys?: readonly string[];
  readonly rows?: Partial<NamespaceRows>;
}

const flag42 = { flagKeys: ['flag-42'] };
const segment3 = { segmentKeys: ['segment-3'] };

const changes: readonly (readonly [name: string, change: Change, expected: Partial<Work>])[] = [
  [
    'changes a flag',
    { ...flag42, rows: rowsOfFlag(42, 'segment-4', false) },
    { turns: 0, compiled: 1, flags: 1, blocksOfFlags: 1, blocksOfCompiled: 1, blocksOfSegments: 0 },
  ],
  ['deletes a flag', flag42, { compiled: 1, flags: 1, blocksOfFlags: 1, blocksOfCompiled: 1 }],
  [
    'creates a flag',
    { flagKeys: ['flag-20000'], rows: rowsOfFlag(20_000, 'segment-4') },
    { compiled: 1, flags: 1, blocksOfFlags: 1, blocksOfCompiled: 1 },
  ],
  [
    'changes a segment',
    { ...segment3, rows: { segments: [aSegment('segment-3', { matchType: 'any' })] } },
    { turns: 0, compiled: USERS, flags: 0, blocksOfFlags: 0, blocksOfCompiled: 1, blocksOfSegments: 1 },
  ],
];

describe('a snapshot that follows a change', () => {
  const documents = SIZES.map((size) => documentOf(size, (index) => Math.floor(index / USERS)));

  it.each(changes)('does as much among 10,000 flags as among 100: %s', (_, change, expected) => {
    const [few, many] = documents.map((document) => new Followed(document).follow(change));
    expect(many).toEqual(few);
    expect(many).toMatchObject(expected);
  });

  it('finds the flags that use a segment wherever they are', () => {
    const [few, many] = SIZES.map((size) =>
      new Followed(documentOf(size, (index) => index % (size / USERS))).follow({
        ...segment3,
        rows: { segments: [aSegment('segment-3', { matchType: 'any' })] },
      }),
    );
    expect(few?.compiled).toBe(USERS);
    expect(many?.compiled).toBe(USERS);
    expect(many?.turns).toBe(few?.turns);
    // Of the others, those at most that share a block with one of them.
    expect(many?.lookedAt).toBeLessThanOrEqual(USERS * 64 + 1);
  });
});
