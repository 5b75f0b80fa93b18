import { type ComparisonType, type MatchType } from '@pennon/domain';
import { type ConstraintDocument, type SegmentDocument } from './snapshot-document';

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
export function packSegment(segment: SegmentDocument): SegmentDocument {
  return segment instanceof PackedSegment ? segment : new PackedSegment(segment);
}

function packConstraint({ id, type, property, operator, value }: ConstraintDocument): PackedConstraint {
  return [id, type, property, operator, value];
}

function unpackConstraint([id, type, property, operator, value]: PackedConstraint): ConstraintDocument {
  return { id, type, property, operator, value };
}
