import { packFlag } from './packed-flag';
import { packSegment } from './packed-segment';
import { type SnapshotDocument } from './snapshot-document';

/**
 * The document as it is kept in memory until the next change: equal for everybody who reads it or writes it as JSON, at
 * a fraction of the memory. Flags and segments that are packed already are the same objects, so that of a patched
 * document only what has changed is packed.
 *
 * @param previous A packed document of the namespace: what is in the same place in both is not looked at.
 */
export function packSnapshotDocument(
  document: SnapshotDocument,
  previous?: SnapshotDocument,
): SnapshotDocument {
  return {
    ...document,
    segments: packAll(document.segments, packSegment, previous?.segments),
    flags: packAll(document.flags, packFlag, previous?.flags),
  };
}

/** A list with nothing to pack is the same list, which tells the next comparison at a glance that nothing changed. */
function packAll<T>(items: readonly T[], pack: (item: T) => T, known: readonly T[] = []): readonly T[] {
  if (items === known) return items;
  const packed = items.map((item, index) => (item === known[index] ? item : pack(item)));
  return packed.every((item, index) => item === items[index]) ? items : packed;
}
