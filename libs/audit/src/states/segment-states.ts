import {
  type AuditedState,
  type Constraint,
  type JsonObject,
  type Segment,
  type SegmentWithConstraints,
} from '@pennon/domain';

/** A segment in an event. */
export function segmentState(segment: Segment | SegmentWithConstraints): AuditedState {
  const { namespaceKey, key, name, description, matchType } = segment;
  const constraints = 'constraints' in segment ? segment.constraints.map(constraintImage) : [];
  return {
    type: 'segment',
    key,
    namespaceKey,
    segmentKey: key,
    image: { key, name, description, constraints, match_type: matchType, namespace_key: namespaceKey },
  };
}

/** A constraint in an event; its description is ours. */
export function constraintState(constraint: Constraint): AuditedState {
  const { id, namespaceKey, segmentKey } = constraint;
  return { type: 'constraint', key: id, namespaceKey, segmentKey, image: constraintImage(constraint) };
}

function constraintImage(constraint: Constraint): JsonObject {
  const { id, namespaceKey, segmentKey, type, property, operator, value, description } = constraint;
  return {
    ...{ id, segment_key: segmentKey, type, property, operator, value, description },
    namespace_key: namespaceKey,
  };
}
