import { type CompiledSegment, type CompiledSelection } from '@pennon/snapshot';
import { type EvaluationContext } from './evaluation-context';
import { type KnownSegments } from './known-segments';
import { matchSegment } from './match-segment';

/**
 * The keys of the segments that match, in the order the selection lists them; undefined when the selection as a
 * whole does not match: `or` wants one segment at least, `and` every one.
 *
 * Shares the selection's own keys where it can instead of allocating. Source: contract/evaluation.md 4.1, 4.4.
 *
 * @param known What is known of the entity from other flags of the same request.
 */
export function matchSegments(
  { segments, segmentKeys, segmentOperator }: CompiledSelection,
  entityId: string,
  context: EvaluationContext,
  known?: KnownSegments,
): readonly string[] | undefined {
  const holds = (segment: CompiledSegment): boolean =>
    known === undefined ? matchSegment(segment, entityId, context) : known.holds(segment);
  if (segmentOperator === 'and' || segments.length === 1)
    return segments.every(holds) ? segmentKeys : undefined;
  const hits = segments.filter(holds);
  return hits.length === 0 ? undefined : hits.map(({ key }) => key);
}
