import {
  type ComparisonType,
  isBlank,
  parseBooleanValue,
  parseDatetimeValue,
  parseNumberValue,
} from '@pennon/domain';
import type {
  CompiledConstraint,
  CompiledSegment,
  CompiledSelection,
  ConstraintDocument,
} from '@pennon/snapshot';
import { contextValue, type EvaluationContext } from './evaluation-context';
import type { ConstraintExplanation, SegmentExplanation, SelectionExplanation, Verdict } from './explanation';
import { matchConstraint } from './match-constraint';
import { matchSegment } from './match-segments';
import { besides, type StoredParts } from './stored-parts';

/** What {@link matchConstraint} says of the constraint, and of what value. @param stored What it was compiled from. */
function explainConstraint(
  constraint: CompiledConstraint,
  stored: ConstraintDocument,
  entityId: string,
  context: EvaluationContext,
): ConstraintExplanation {
  const { id, type, property, operator, value: wanted } = stored;
  const actual = constraint.property === undefined ? entityId : presentValue(context, constraint.property);
  const isMatch = matchConstraint(constraint, entityId, context);
  const verdict = isMatch ? 'matched' : whyNot(constraint, type, actual);
  return { id, type, property, operator, wanted, actual, verdict };
}

function presentValue(context: EvaluationContext, property: string): string | undefined {
  return Object.hasOwn(context, property) ? contextValue(context, property) : undefined;
}

/** Only tells the reasons apart; that the value does not match is settled. */
function whyNot({ kind }: CompiledConstraint, type: ComparisonType, actual: string | undefined): Verdict {
  if (kind === 'never') return 'never';
  if (actual === undefined) return 'absent';
  if (actual === '') return 'empty';
  if (kind === 'blank') return isBlank(actual) ? 'empty' : 'not-matched';
  switch (type) {
    case 'number':
      return parseNumberValue(actual) === undefined ? 'not-a-number' : 'not-matched';
    case 'datetime':
      return parseDatetimeValue(actual) === undefined ? 'not-a-date' : 'not-matched';
    case 'boolean':
      return parseBooleanValue(actual) === undefined ? 'not-a-boolean' : 'not-matched';
    case 'string':
    case 'entityId':
      return 'not-matched';
  }
}

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
