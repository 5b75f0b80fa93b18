import {
  type FlagDocument,
  type RolloutDocument,
  type RuleDocument,
  type SegmentDocument,
  type SnapshotDocument,
} from '@pennon/snapshot';

/**
 * What compiled flags were compiled from, part by part: their ids, and constraints as they were written, which the
 * compiled ones have no room for.
 */
export class StoredParts {
  private readonly segments: ReadonlyMap<string, SegmentDocument>;

  constructor(private readonly document: SnapshotDocument) {
    this.segments = new Map(document.segments.map((segment) => [segment.key, segment]));
  }

  segment(key: string): SegmentDocument | undefined {
    return this.segments.get(key);
  }

  /** True for a flag that is turned off. */
  isOff(flagKey: string): boolean {
    return this.flag(flagKey)?.isOff === true;
  }

  /** The rules of a variant flag, in the order of the compiled ones. */
  rules(flagKey: string): readonly RuleDocument[] {
    const flag = this.flag(flagKey);
    return flag?.type === 'variant' ? flag.rules.filter((rule) => this.hasAny(rule.segmentKeys)) : [];
  }

  /** The rollouts of a boolean flag, in the order of the compiled ones. */
  rollouts(flagKey: string): readonly RolloutDocument[] {
    const flag = this.flag(flagKey);
    if (flag?.type !== 'boolean') return [];
    return flag.rollouts.filter(({ step }) => step.type === 'threshold' || this.hasAny(step.segmentKeys));
  }

  private flag(flagKey: string): FlagDocument | undefined {
    return this.document.flags.findLast(({ key }) => key === flagKey);
  }

  /** A step whose segments are all gone is not compiled. */
  private hasAny(segmentKeys: readonly string[]): boolean {
    return segmentKeys.some((key) => this.segments.has(key));
  }
}

/** What was compiled beside what it was compiled from, both in the same order. */
export function besides<C, S>(compiled: readonly C[], stored: readonly S[]): readonly (readonly [C, S])[] {
  return stored.flatMap((document, index) => {
    const part = compiled[index];
    return part === undefined ? [] : [[part, document] as const];
  });
}
