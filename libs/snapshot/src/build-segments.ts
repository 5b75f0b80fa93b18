import { groupBy, type Constraint } from '@pennon/domain';
import { type NamespaceRows } from './namespace-rows';
import { type ConstraintDocument, type SegmentDocument } from './snapshot-document';

/** The segments of the rows, each with its constraints, in the order a document has them. */
export function buildSegments({
  segments,
  constraints,
}: Pick<NamespaceRows, 'segments' | 'constraints'>): readonly SegmentDocument[] {
  const constraintsBySegment = groupBy(constraints, ({ segmentKey }) => segmentKey);
  return segments
    .map(({ key, matchType }) => ({
      key,
      matchType,
      constraints: (constraintsBySegment.get(key) ?? []).map(buildConstraint),
    }))
    .sort(compareSegments);
}

/** The order of a document's segments. Keys are compared by code units: a locale would sort differently elsewhere. */
export function compareSegments(left: SegmentDocument, right: SegmentDocument): number {
  return left.key < right.key ? -1 : 1;
}

function buildConstraint({ id, type, property, operator, value }: Constraint): ConstraintDocument {
  return { id, type, property, operator, value };
}
