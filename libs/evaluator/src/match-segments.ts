import { type CompiledSegment, type CompiledSelection } from '@pennon/snapshot';
import { type EvaluationContext } from './evaluation-context';
import { type KnownSegments } from './known-segments';
import { matchSegment } from './match-segment';

/**
 * The keys of the segments that match, in the order the selection lists them; undefined when the selection as a
 * whole does not match: `or` wants one segment at least, `and` every one.
 *
 * Shares the selection's own keys where it can instead of allocating.
 *
 * @param known What is known of the entity from other flags of the same request.
 */
export function matchSegments(
  { segments, segmentKeys, segmentOperator }: CompiledSelection,
  entityId: string,
  context: EvaluationContext,
  known?: KnownSegments,
): readonly string[] | undefined {
  if (segmentOperator === 'and' || segments.length === 1) {
    for (const segment of segments) if (!holds(segment, entityId, context, known)) return undefined;
    return segmentKeys;
  }
  let hits: string[] | undefined;
  for (const segment of segments)
    if (holds(segment, entityId, context, known)) (hits ??= []).push(segment.key);
  return hits;
}

function holds(
  segment: CompiledSegment,
  entityId: string,
  context: EvaluationContext,
  known: KnownSegments | undefined,
): boolean {
  return known === undefined ? matchSegment(segment, entityId, context) : known.holds(segment);
}
