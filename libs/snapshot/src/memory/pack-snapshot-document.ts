import type { ComparisonType, MatchType } from '@pennon/domain';
import type { ConstraintDocument, SegmentDocument, SnapshotDocument } from '../document/snapshot-document';
import { packFlag } from './packed-flag';

type PackedConstraint = readonly [
  id: string,
  type: ComparisonType,
  property: string,
  operator: string,
  value: string,
];

/** A segment as it lies in memory between changes: what of it is only looked at now and then is one text. */
class PackedSegment implements SegmentDocument {
  readonly key: string;
  readonly matchType: MatchType;
  private readonly text: string;

  constructor({ key, matchType, constraints }: SegmentDocument) {
    this.key = key;
    this.matchType = matchType;
    this.text = JSON.stringify(constraints.map(packConstraint));
  }

  get constraints(): readonly ConstraintDocument[] {
    return (JSON.parse(this.text) as readonly PackedConstraint[]).map(unpackConstraint);
  }

  /** The plain document, equal to the one that was packed. */
  toJSON(): SegmentDocument {
    const { key, matchType, constraints } = this;
    return { key, matchType, constraints };
  }
}

/** The segment, packed; the same object if it is packed already. */
function packSegment(segment: SegmentDocument): SegmentDocument {
  return segment instanceof PackedSegment ? segment : new PackedSegment(segment);
}

function packConstraint({ id, type, property, operator, value }: ConstraintDocument): PackedConstraint {
  return [id, type, property, operator, value];
}

function unpackConstraint([id, type, property, operator, value]: PackedConstraint): ConstraintDocument {
  return { id, type, property, operator, value };
}

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
