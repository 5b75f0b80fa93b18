import { type Json } from './plan/plan';

/**
 * The domain of the dashboard: what the management API gives, normalised once.
 *
 * Names are those of the wire; every field is there; enum values are canonical; the segments of a rule are always
 * in `segmentKeys`, also when there is one.
 */

export type FlagType = 'VARIANT_FLAG_TYPE' | 'BOOLEAN_FLAG_TYPE';
export type MatchType = 'ALL_MATCH_TYPE' | 'ANY_MATCH_TYPE';
export type SegmentOperator = 'OR_SEGMENT_OPERATOR' | 'AND_SEGMENT_OPERATOR';
export type ComparisonType =
  | 'STRING_COMPARISON_TYPE'
  | 'NUMBER_COMPARISON_TYPE'
  | 'BOOLEAN_COMPARISON_TYPE'
  | 'DATETIME_COMPARISON_TYPE'
  | 'ENTITY_ID_COMPARISON_TYPE';

/** When something was made and last changed: RFC 3339 texts with up to nine fraction digits. */
export interface Dated {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Free-form object of a flag; `{}` when none is set. */
export type Metadata = Readonly<Record<string, Json>>;

export interface Namespace extends Dated {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** True for the namespace that every server starts with. */
  readonly protected: boolean;
}

export interface Variant extends Dated {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** JSON text exactly as it was given, or `''` for none. */
  readonly attachment: string;
}

/** That a flag is turned off for everyone. */
export interface FlagOff {
  /** Who turned it off; `''` where signing in is off. */
  readonly by: string;
  /** RFC 3339. */
  readonly at: string;
  /** One line; `''` for none. */
  readonly reason: string;
}

export interface Flag extends Dated {
  readonly namespaceKey: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly type: FlagType;
  /** Of a boolean flag: its default value. */
  readonly enabled: boolean;
  /** Undefined unless it is off, whatever `enabled`, rules and rollouts say. */
  readonly off?: FlagOff | undefined;
  /** In creation order. */
  readonly variants: readonly Variant[];
  readonly defaultVariant: Variant | undefined;
  readonly metadata: Metadata;
}

/** The segments of a rule or rollout, at least one; the operator of a single one is OR. */
export interface SegmentChoice {
  readonly segmentKeys: readonly string[];
  readonly segmentOperator: SegmentOperator;
}

export interface Distribution extends Dated {
  readonly id: string;
  readonly variantId: string;
  /** Share in percent, 0–100. */
  readonly rollout: number;
}

export interface Rule extends SegmentChoice, Dated {
  readonly id: string;
  readonly rank: number;
  /** In creation order, which decides the buckets. */
  readonly distributions: readonly Distribution[];
}

interface RolloutBase extends Dated {
  readonly id: string;
  readonly rank: number;
  readonly description: string;
}

/** A share of all entities gets `value`. */
export interface Threshold {
  /** 0–100. */
  readonly percentage: number;
  readonly value: boolean;
}

/** Entities in the chosen segments get `value`. */
export interface SegmentRolloutChoice extends SegmentChoice {
  readonly value: boolean;
}

export interface ThresholdRollout extends RolloutBase {
  readonly type: 'THRESHOLD_ROLLOUT_TYPE';
  readonly threshold: Threshold;
}

export interface SegmentRollout extends RolloutBase {
  readonly type: 'SEGMENT_ROLLOUT_TYPE';
  readonly segment: SegmentRolloutChoice;
}

export type Rollout = ThresholdRollout | SegmentRollout;

export interface Constraint extends Dated {
  readonly id: string;
  readonly type: ComparisonType;
  readonly property: string;
  /** Lower case, as in `isoneof`. */
  readonly operator: string;
  /** `''` for operators that take none, JSON array text for those that take a list. */
  readonly value: string;
  readonly description: string;
}

export interface Segment extends Dated {
  readonly namespaceKey: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly matchType: MatchType;
  /** In creation order. */
  readonly constraints: readonly Constraint[];
}

/** A flag with all that decides what it answers, rules and rollouts by rank. */
export interface FlagContents {
  readonly flag: Flag;
  readonly rules: readonly Rule[];
  readonly rollouts: readonly Rollout[];
}
