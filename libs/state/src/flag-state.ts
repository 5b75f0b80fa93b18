import type { FlagOff, FlagValues, Rollout, RolloutStep, SegmentSelection, Variant } from '@pennon/domain';

/**
 * What a flag is: everything but ids, ranks, moments and revision. It says the same in another database. What is
 * ordered by rank stands in that order. Metadata is never empty.
 *
 * The history stores states as JSON, so a member keeps its name and its meaning for ever. A new member may be absent in
 * what is stored already.
 */
export interface FlagState extends FlagValues {
  readonly key: string;
  /** False for a flag that is not off; undefined, in a state that is wanted, for what it was. */
  readonly off: OffState | false | undefined;
  /** Their order means nothing. */
  readonly variants: readonly VariantState[];
  /** Key of one of the variants. */
  readonly defaultVariantKey: string | undefined;
  /** By rank. */
  readonly rules: readonly RuleState[];
  /** By rank. */
  readonly rollouts: readonly RolloutState[];
}

/** Of a flag that is wanted off: what is undefined stays, or is found out when the flag is turned off. */
export type OffState = { readonly [M in keyof FlagOff]: FlagOff[M] | undefined };

/** True if a state says that the flag is off. */
export function isOff(off: FlagState['off']): off is OffState {
  return off !== undefined && off !== false;
}

/** The attachment is JSON text without insignificant white space, or `''` for none. */
export type VariantState = Pick<Variant, 'key' | 'name' | 'description' | 'attachment'>;

/** One rule: entities in its segments get a variant by its distributions. */
export interface RuleState extends SegmentSelection {
  readonly distributions: readonly DistributionState[];
}

/** The share of a rule's entities that get a variant. */
export interface DistributionState {
  /** Key of one of the flag's variants. */
  readonly variantKey: string;
  /** Percent, 0–100, as the shortest decimal of a 32-bit float. */
  readonly rolloutPercent: number;
}

/** One step that decides the value of a boolean flag. */
export type RolloutState = Pick<Rollout, 'description' | 'step'>;

/**
 * What the distributions of a rule add up to: percent, rounded to thousandths. A complete rule has exactly 100.
 *
 * Thousandths, because people round thirds to hundredths, and sums of doubles are off by far less.
 */
export function sumOfPercents(distributions: readonly DistributionState[]): number {
  const sum = distributions.reduce((total, { rolloutPercent }) => total + rolloutPercent, 0);
  return Math.round(sum * 1000) / 1000;
}

/** The step alone, with its members in one order: a row may carry more. */
export function bareStep(step: RolloutStep): RolloutStep {
  const { type, value } = step;
  if (type === 'threshold') return { type, percent: step.percent, value };
  return { type, segmentKeys: step.segmentKeys, segmentOperator: step.segmentOperator, value };
}

/** Keys of the segments that the rules and rollouts of a flag look at, each once, in the order in which they do. */
export function segmentsUsedBy({ rules, rollouts }: UsingSegments): readonly string[] {
  const steps = rollouts.map(({ step }) => step).filter((step) => step.type === 'segment');
  return [...new Set([...rules, ...steps].flatMap(({ segmentKeys }) => segmentKeys))];
}

/** What of a flag looks at segments, in a state as in rows. */
interface UsingSegments {
  readonly rules: readonly SegmentSelection[];
  readonly rollouts: readonly { readonly step: RolloutStep }[];
}
