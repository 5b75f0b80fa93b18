import { type EntityManager, type EntitySchema } from 'typeorm';
import { inPieces, type NamespaceParts, type Revision } from '@pennon/domain';
import {
  buildSnapshotDocument,
  compareFlags,
  packSnapshotDocument,
  patchSnapshotDocument,
  SNAPSHOT_FORMAT_VERSION,
  type FlagDocument,
  type SegmentDocument,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { FlagEntity } from './entities/flag.entity';
import { SegmentEntity } from './entities/segment.entity';
import { readNamespaceRows } from './read-namespace-rows';

/** Makes a document of what was read; as far as that goes, not while it is read, which keeps others from reading. */
export type Build = () => SnapshotDocument;

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
  revision: Revision,
): Promise<Build> {
  const namespace = { key: namespaceKey, ...revision };
  const parts = [
    ...(await keysOf(manager, SegmentEntity, namespaceKey)).map((segmentKeys) => ({
      segmentKeys,
      flagKeys: none,
    })),
    ...(await keysOf(manager, FlagEntity, namespaceKey)).map((flagKeys) => ({ segmentKeys: none, flagKeys })),
  ];
  if (parts.length <= 2) {
    const rows = await readNamespaceRows(manager, namespaceKey);
    return () => buildSnapshotDocument({ namespace, ...rows });
  }
  const contents = { formatVersion: SNAPSHOT_FORMAT_VERSION, namespaceKey, ...revision } as const;
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
  return () => ({ ...contents, segments, flags: flags.sort(compareFlags) });
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
