import { type BooleanResult, type VariantResult } from '@pennon/snapshot';
import { type ComparisonType, type MatchType, type SegmentOperator } from '@pennon/domain';

/** What a variant flag answers an entity, and every step of the way there. */
export interface VariantExplanation {
  readonly type: 'variant';
  readonly flagKey: string;
  readonly isEnabled: boolean;
  /** `undefined` when the flag has no default variant. */
  readonly defaultVariantKey: string | undefined;
  /** In the order they are tried. */
  readonly rules: readonly RuleExplanation[];
  readonly ending: Ending;
  readonly result: VariantResult;
}

/** What a boolean flag answers an entity, and every step of the way there. */
export interface BooleanExplanation {
  readonly type: 'boolean';
  readonly flagKey: string;
  /** What the flag answers when no rollout applies. */
  readonly isEnabled: boolean;
  /** In the order they are tried. */
  readonly rollouts: readonly RolloutExplanation[];
  readonly ending: Ending;
  readonly result: BooleanResult;
}

/**
 * Why an evaluation stopped. `off`: the flag is turned off, so nothing of it was tried. `no-step`: no rule or rollout
 * matched, so there was none left. `flag-disabled`, of variant flags alone. A rule matched, and the bucket lies in one
 * of its `share`s, or in none of them (`uncovered`), or it has `no-shares`. A rollout matched: a `threshold`, or one to
 * `segments`.
 */
export type Ending =
  | 'off'
  | 'no-step'
  | 'flag-disabled'
  | 'share'
  | 'uncovered'
  | 'no-shares'
  | 'threshold'
  | 'segments';

/** What became of a rule or rollout; `skipped` ones were not tried, as the answer stood already. */
export type StepOutcome = 'matched' | 'not-matched' | 'skipped';

interface Step {
  readonly id: string;
  readonly rank: number;
  readonly outcome: StepOutcome;
}

/** The segments a step looks at. */
export interface SelectionExplanation {
  readonly segmentOperator: SegmentOperator;
  /** Those that are there, in the order the step lists them. */
  readonly segmentKeys: readonly string[];
  /** One for each of `segmentKeys`; none when the step was skipped. */
  readonly segments: readonly SegmentExplanation[];
}

/** A rule of a variant flag. */
export interface RuleExplanation extends Step, SelectionExplanation {
  /** Where the entity falls among the shares of the rule; `undefined` unless the rule matched and has shares. */
  readonly split: SplitExplanation | undefined;
}

/** A rollout of a boolean flag; `type` tells which. */
export type RolloutExplanation = ThresholdExplanation | SegmentRolloutExplanation;

/** A rollout to a share of all entities: those whose bucket is below `percent`. */
export interface ThresholdExplanation extends Step {
  readonly type: 'threshold';
  /** 0–100, as stored. */
  readonly percent: number;
  /** What the rollout answers. */
  readonly value: boolean;
  /** `undefined` when the rollout was skipped. */
  readonly hash: HashExplanation | undefined;
}

/** A rollout to segments. */
export interface SegmentRolloutExplanation extends Step, SelectionExplanation {
  readonly type: 'segment';
  /** What the rollout answers. */
  readonly value: boolean;
}

/** Where the hash puts the entity. */
export interface HashExplanation {
  /** The text that is hashed. */
  readonly input: string;
  /** From 0 up to, not including, `bucketCount`. */
  readonly bucket: number;
  /** 1000 for the shares of rules, 100 for thresholds. */
  readonly bucketCount: number;
}

/** The shares of a rule, and where the entity falls among them. */
export interface SplitExplanation {
  readonly hash: HashExplanation;
  /** In the order they are laid out. Shares of 0 percent own no bucket, and are left out. */
  readonly shares: readonly ShareExplanation[];
}

/** The buckets that get one variant: from `from` up to, not including, `to`; none when the two are equal. */
export interface ShareExplanation {
  readonly variantKey: string;
  readonly from: number;
  readonly to: number;
  /** True for the one the entity falls in. */
  readonly isChosen: boolean;
}

/** A segment; one without constraints holds everybody. */
export interface SegmentExplanation {
  readonly key: string;
  readonly matchType: MatchType;
  readonly isMatch: boolean;
  /** Every one, also those that the answer of the segment did not depend on any more. */
  readonly constraints: readonly ConstraintExplanation[];
}

/** One comparison: what was wanted, as stored, and what there was. */
export interface ConstraintExplanation {
  readonly id: string;
  readonly type: ComparisonType;
  /** Not looked at when the entity id is compared. */
  readonly property: string;
  readonly operator: string;
  readonly wanted: string;
  /** `undefined` when the context has no such property. */
  readonly actual: string | undefined;
  readonly verdict: Verdict;
}

/**
 * Whether the actual value satisfies a constraint and, where it does not, why: it is `absent`, `empty`, or not what the
 * type compares. `never` is a constraint that nothing satisfies: its wanted value cannot be read, or its type does not
 * know the operator.
 */
export type Verdict =
  | 'matched'
  | 'not-matched'
  | 'absent'
  | 'empty'
  | 'not-a-number'
  | 'not-a-date'
  | 'not-a-boolean'
  | 'never';
