import { type CompiledSegment } from '@pennon/snapshot';
import { isSameContext, type EvaluationContext } from './evaluation-context';
import { matchSegment } from './match-segment';

/** A segment of fewer constraints is looked at again sooner than it is looked up. */
const MIN_CONSTRAINTS = 4;

/**
 * Which segments hold an entity, for as long as flags are evaluated for it one after the other: a segment that many of them
 * look at is evaluated once.
 */
export class KnownSegments {
  private verdicts: Map<CompiledSegment, boolean> | undefined;

  /** @param before Of the entity before this one, which may be the same: in a batch it nearly always is. */
  constructor(
    private readonly entityId: string,
    private readonly context: EvaluationContext,
    private readonly before?: KnownSegments,
  ) {}

  /** Whether the segment holds the entity. */
  holds(segment: CompiledSegment): boolean {
    if (segment.constraints.length < MIN_CONSTRAINTS)
      return matchSegment(segment, this.entityId, this.context);
    const verdicts = this.shared();
    const known = verdicts.get(segment);
    if (known !== undefined) return known;
    const verdict = matchSegment(segment, this.entityId, this.context);
    verdicts.set(segment, verdict);
    return verdict;
  }

  /** The verdicts, those of the entity before if it is the same; found out when the first one is asked for. */
  private shared(): Map<CompiledSegment, boolean> {
    const { before } = this;
    this.verdicts ??=
      before !== undefined && this.isSameAs(before) ? before.shared() : new Map<CompiledSegment, boolean>();
    return this.verdicts;
  }

  private isSameAs({ entityId, context }: KnownSegments): boolean {
    return entityId === this.entityId && isSameContext(context, this.context);
  }
}
