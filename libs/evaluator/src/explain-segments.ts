import { type CompiledSegment, type CompiledSelection } from '@pennon/snapshot';
import { type EvaluationContext } from './evaluation-context';
import { explainConstraint } from './explain-constraint';
import { type SegmentExplanation, type SelectionExplanation } from './explanation';
import { matchSegment } from './match-segment';
import { besides, type StoredParts } from './stored-parts';

/** Each segment of a step that was tried. */
export function explainSegments(
  selection: CompiledSelection,
  entityId: string,
  context: EvaluationContext,
  stored: StoredParts,
): SelectionExplanation {
  const segments = selection.segments.map((segment) => explainSegment(segment, entityId, context, stored));
  return { ...skipSegments(selection), segments };
}

/** The segments of a step that was not tried. */
export function skipSegments({ segmentOperator, segmentKeys }: CompiledSelection): SelectionExplanation {
  return { segmentOperator, segmentKeys, segments: [] };
}

function explainSegment(
  segment: CompiledSegment,
  entityId: string,
  context: EvaluationContext,
  stored: StoredParts,
): SegmentExplanation {
  const { key, matchType } = segment;
  const isMatch = matchSegment(segment, entityId, context);
  const constraints = besides(segment.constraints, stored.segment(key)?.constraints ?? []).map(
    ([constraint, document]) => explainConstraint(constraint, document, entityId, context),
  );
  return { key, matchType, isMatch, constraints };
}
