import { create } from '@bufbuild/protobuf';
import { comparisonTypeWords, EnumWords, flipt, nextPageToken, timestampOf } from '@pennon/api';
import { type Constraint, type MatchType, type Page, type SegmentWithConstraints } from '@pennon/domain';

/** Match types on the wire. */
export const matchTypeWords = new EnumWords<MatchType, flipt.MatchType>({
  all: flipt.MatchType.ALL_MATCH_TYPE,
  any: flipt.MatchType.ANY_MATCH_TYPE,
});

/** A constraint on the wire. */
export function presentConstraint(constraint: Constraint): flipt.Constraint {
  const { id, namespaceKey, segmentKey, type, property, operator, value, description } = constraint;
  return create(flipt.ConstraintSchema, {
    id,
    segmentKey,
    type: comparisonTypeWords.toWire(type),
    property,
    operator,
    value,
    createdAt: timestampOf(constraint.createdAt),
    updatedAt: timestampOf(constraint.updatedAt),
    namespaceKey,
    description,
  });
}

/** A segment on the wire. */
export function presentSegment(segment: SegmentWithConstraints): flipt.Segment {
  const { key, name, description, constraints, matchType, namespaceKey } = segment;
  return create(flipt.SegmentSchema, {
    key,
    name,
    description,
    createdAt: timestampOf(segment.createdAt),
    updatedAt: timestampOf(segment.updatedAt),
    constraints: constraints.map(presentConstraint),
    matchType: matchTypeWords.toWire(matchType),
    namespaceKey,
  });
}

/** A page of segments on the wire. */
export function presentSegments({
  items,
  totalCount,
  next,
}: Page<SegmentWithConstraints>): flipt.SegmentList {
  return create(flipt.SegmentListSchema, {
    segments: items.map(presentSegment),
    nextPageToken: nextPageToken(next),
    totalCount,
  });
}
