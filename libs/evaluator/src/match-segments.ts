import type { CompiledSegment, CompiledSelection } from '@pennon/snapshot';
import { type EvaluationContext, isSameContext } from './evaluation-context';
import { matchConstraint } from './match-constraint';

/** A segment without constraints holds everybody. */
export function matchSegment(
  { matchType, constraints }: CompiledSegment,
  entityId: string,
  context: EvaluationContext,
): boolean {
  // Of `all` one that does not match decides, of `any` one that does.
  const isDecidedBy = matchType === 'any';
  for (const constraint of constraints)
    if (matchConstraint(constraint, entityId, context) === isDecidedBy) return isDecidedBy;
  return !isDecidedBy || constraints.length === 0;
}

/** How many entities were asked about so far, each with its context. */
let questions = 0;

/**
 * Which segments hold an entity, for as long as flags are evaluated for it one after the other: a segment that many of
 * them look at is evaluated once.
 */
export class KnownSegments {
  private readonly question = ++questions;

  private constructor(
    private readonly entityId: string,
    private readonly context: EvaluationContext,
  ) {}

  /** What is known of an entity. @param before Of the one before, which in a batch is nearly always the same. */
  static of(entityId: string, context: EvaluationContext, before?: KnownSegments): KnownSegments {
    const isSame = before?.entityId === entityId && isSameContext(before.context, context);
    return isSame ? before : new KnownSegments(entityId, context);
  }

  /** Whether the segment holds the entity. */
  holds(segment: CompiledSegment): boolean {
    if (segment.lastQuestion !== this.question) {
      segment.lastVerdict = matchSegment(segment, this.entityId, this.context);
      segment.lastQuestion = this.question;
    }
    return segment.lastVerdict;
  }
}

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

/** The segment keys of a result no segment had a part in; one frozen array for all of them. */
export const noSegmentKeys: readonly string[] = Object.freeze([]);
