import { type CompiledSegment } from '@pennon/snapshot';
import { isSameContext, type EvaluationContext } from './evaluation-context';
import { matchSegment } from './match-segment';

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
