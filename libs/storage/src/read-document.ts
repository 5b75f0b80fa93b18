import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager, EntitySchema } from 'typeorm';
import { inPieces, isSameRevision, type NamespaceParts } from '@pennon/domain';
import {
  buildSnapshotDocument,
  compareFlags,
  type FlagDocument,
  packSnapshotDocument,
  patchSnapshotDocument,
  type SegmentDocument,
  SNAPSHOT_FORMAT_VERSION,
  type SnapshotDocument,
  type SnapshotState,
} from '@pennon/snapshot';
import { FlagEntity } from './entities/flag.entity';
import { SegmentEntity } from './entities/segment.entity';
import { type LackedFeatures } from './lacked-features';
import { changesSince } from './stores/changes-since';
import { NamespaceStore } from './stores/namespace.store';
import { readNamespaceRows } from './stores/read-namespace-rows';

/**
 * Makes a document of what was read; as far as that goes, not while it is read, which keeps others from reading. If it
 * is a whole namespace, others have their turn before the caller compiles it.
 */
export type Build = () => SnapshotDocument | Promise<SnapshotDocument>;

/**
 * How many flags, or segments, are read with one query per table. What a start reaches at most grows with it, by 50 MB
 * from 250 to 500, and fewer are not read in less memory.
 */
const AT_A_TIME = 250;

const none: ReadonlySet<string> = new Set();

/**
 * Reads all rows of a namespace, of which there are more than fit well into memory at once: a large one is read and
 * packed part by part. With 10,000 flags of 5 rules each, the rows are 200 MB and the packed document is 13.
 *
 * To be read in one transaction, so that it is of one revision.
 */
export async function readDocument(
  manager: EntityManager,
  namespaceKey: string,
  state: SnapshotState,
): Promise<Build> {
  const namespace = { key: namespaceKey, ...state };
  const parts = [
    ...(await keysOf(manager, SegmentEntity, namespaceKey)).map((segmentKeys) => ({
      segmentKeys,
      flagKeys: none,
    })),
    ...(await keysOf(manager, FlagEntity, namespaceKey)).map((flagKeys) => ({ segmentKeys: none, flagKeys })),
  ];
  if (parts.length <= 2) {
    const rows = await readNamespaceRows(manager, namespaceKey);
    return async () => inTurn(buildSnapshotDocument({ namespace, ...rows }));
  }
  const contents = { formatVersion: SNAPSHOT_FORMAT_VERSION, namespaceKey, ...state } as const;
  const readPart = async (part: NamespaceParts): Promise<SnapshotDocument> => {
    const rows = await readNamespaceRows(manager, namespaceKey, part);
    const nothing = { ...contents, segments: [], flags: [] };
    return packSnapshotDocument(patchSnapshotDocument(nothing, part, { namespace, ...rows }));
  };
  const segments: SegmentDocument[] = [];
  const flags: FlagDocument[] = [];
  for (const part of parts) {
    const read = await readPart(part);
    segments.push(...read.segments);
    flags.push(...read.flags);
  }
  return async () => inTurn({ ...contents, segments, flags: flags.sort(compareFlags) });
}

async function inTurn<T>(result: T): Promise<T> {
  await nextTurn();
  return result;
}

/** The keys of what lies in a namespace, in parts, in the order of code units. */
async function keysOf(
  manager: EntityManager,
  entity: EntitySchema<{ readonly namespaceKey: string; readonly key: string }>,
  namespaceKey: string,
): Promise<readonly ReadonlySet<string>[]> {
  const rows = await manager
    .createQueryBuilder(entity, 'row')
    .select('row.key', 'key')
    .where('row.namespaceKey = :namespaceKey', { namespaceKey })
    .getRawMany<{ readonly key: string }>();
  // Not left to the database, because engines compare keys in ways of their own.
  const keys = rows.map(({ key }) => key).sort();
  return Array.from(inPieces(keys, AT_A_TIME), (some) => new Set(some));
}

/** What the database shows of a namespace, beside a document that is held of it. */
export type Next =
  /** The present state; undefined when there is no such namespace any more. */
  | { readonly kind: 'next'; readonly build: Build | undefined }
  /** An earlier revision, as a replica has that lags; undefined when there is no such namespace. */
  | { readonly kind: 'behind'; readonly revision: SnapshotState | undefined }
  /** A revision that does not come after the one that is held, though its number is no lower. */
  | { readonly kind: 'otherHistory'; readonly revision: SnapshotState };

/** A state that does not follow what is held. */
export type Unlike = Exclude<Next, { kind: 'next' }>;

/**
 * Reads what has changed since, in one transaction, if it has changed in the history of what is held.
 *
 * @throws BehindError if the namespace uses a feature that this version lacks.
 */
export async function readNext(
  manager: EntityManager,
  held: SnapshotDocument,
  lacked: LackedFeatures,
): Promise<Next> {
  const { namespaceKey } = held;
  const namespaces = new NamespaceStore(manager);
  const present = await namespaces.snapshotStateOf(namespaceKey);
  const last = present ?? (await namespaces.deletedRevisionOf(namespaceKey));
  if ((last?.revision ?? 0) < held.revision) return { kind: 'behind', revision: present };
  if (present === undefined) return { kind: 'next', build: undefined };
  if (isSameRevision(present, held)) return { kind: 'next', build: () => held };
  lacked.assertNone(namespaceKey, present.features);
  const since = await changesSince(manager, held, present);
  switch (since.kind) {
    case 'otherHistory':
      return { kind: 'otherHistory', revision: present };
    case 'anything':
      return { kind: 'next', build: await readDocument(manager, namespaceKey, present) };
    case 'parts': {
      const rows = await readNamespaceRows(manager, namespaceKey, since.parts);
      const namespace = { key: namespaceKey, ...present };
      return { kind: 'next', build: () => patchSnapshotDocument(held, since.parts, { namespace, ...rows }) };
    }
  }
}

/**
 * Reads all of a namespace; undefined when there is none.
 *
 * @throws BehindError if it uses a feature that this version lacks.
 */
export async function readWhole(
  manager: EntityManager,
  namespaceKey: string,
  lacked: LackedFeatures,
): Promise<Build | undefined> {
  const present = await new NamespaceStore(manager).snapshotStateOf(namespaceKey);
  if (present === undefined) return undefined;
  lacked.assertNone(namespaceKey, present.features);
  return readDocument(manager, namespaceKey, present);
}
