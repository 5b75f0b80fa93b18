import type { ComparisonType, MatchType } from '@pennon/domain';
import type { ConstraintDocument, SegmentDocument, SnapshotDocument } from '../document/snapshot-document';
import { tablesOf, withTables } from './document-tables';
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
 * @param previous A packed document of the namespace: what both have in common is not looked at.
 */
export function packSnapshotDocument(
  document: SnapshotDocument,
  previous?: SnapshotDocument,
): SnapshotDocument {
  const { flags, segments } = tablesOf(document);
  const known = previous && tablesOf(previous);
  return withTables(document, {
    segments: segments.replaced(packSegment, known?.segments),
    flags: flags.replaced(packFlag, known?.flags),
  });
}
