import { type CompiledSegment, type CompiledSelection } from '@pennon/snapshot';
import { type EvaluationContext } from './evaluation-context';
import { matchConstraint } from './match-constraint';

/**
 * The keys of the segments that match, in the order the selection lists them; undefined when the selection as a
 * whole does not match: `or` wants one segment at least, `and` every one.
 *
 * Shares the selection's own keys where it can instead of allocating. Source: contract/evaluation.md 4.1, 4.4.
 */
export function matchSegments(
  { segments, segmentKeys, segmentOperator }: CompiledSelection,
  entityId: string,
  context: EvaluationContext,
): readonly string[] | undefined {
  if (segmentOperator === 'and' || segments.length === 1) {
    return segments.every((segment) => matchSegment(segment, entityId, context)) ? segmentKeys : undefined;
  }
  const hits = segments.filter((segment) => matchSegment(segment, entityId, context));
  return hits.length === 0 ? undefined : hits.map(({ key }) => key);
}

/** A segment without constraints holds everybody. Source: contract/evaluation.md 4.3. */
export function matchSegment(
  { matchType, constraints }: CompiledSegment,
  entityId: string,
  context: EvaluationContext,
): boolean {
  if (constraints.length === 0) return true;
  return matchType === 'all'
    ? constraints.every((constraint) => matchConstraint(constraint, entityId, context))
    : constraints.some((constraint) => matchConstraint(constraint, entityId, context));
}
