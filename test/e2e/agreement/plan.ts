import { type ComparisonType, type Operator } from '@pennon/domain';

/** A namespace to create, and all that is in it. */
export interface NamespacePlan {
  readonly key: string;
  readonly segments: readonly SegmentPlan[];
  readonly flags: readonly FlagPlan[];
}

/** A segment; everyone is in one without constraints. */
export interface SegmentPlan {
  readonly key: string;
  readonly matchType: 'ALL_MATCH_TYPE' | 'ANY_MATCH_TYPE';
  readonly constraints: readonly ConstraintPlan[];
}

/** A comparison of a segment. */
export interface ConstraintPlan {
  readonly type: ComparisonType;
  readonly property: string;
  readonly operator: Operator;
  readonly value: string;
}

/** A flag of either type. */
export type FlagPlan = VariantFlagPlan | BooleanFlagPlan;

/** A variant flag; its variants and rules are in the order in which they are created. */
export interface VariantFlagPlan {
  readonly type: 'VARIANT_FLAG_TYPE';
  readonly key: string;
  readonly enabled: boolean;
  readonly variants: readonly VariantPlan[];
  /** The key of one of its variants. */
  readonly defaultVariant?: string;
  readonly rules: readonly RulePlan[];
}

/** A value of a variant flag. */
export interface VariantPlan {
  readonly key: string;
  readonly attachment: string;
}

/** A rule; its rank is its place in the list. */
export interface RulePlan extends SelectionPlan {
  readonly distributions: readonly DistributionPlan[];
}

/** Segments, all or one of which must match. */
export interface SelectionPlan {
  readonly segmentKeys: readonly string[];
  readonly segmentOperator: 'OR_SEGMENT_OPERATOR' | 'AND_SEGMENT_OPERATOR';
}

/** The share of a variant, in percent. */
export interface DistributionPlan {
  readonly variantKey: string;
  readonly rollout: number;
}

/** A boolean flag. */
export interface BooleanFlagPlan {
  readonly type: 'BOOLEAN_FLAG_TYPE';
  readonly key: string;
  readonly enabled: boolean;
  readonly rollouts: readonly RolloutPlan[];
}

/** A rollout; its rank is its place in the list. */
export type RolloutPlan =
  | { readonly threshold: { readonly percentage: number; readonly value: boolean } }
  | { readonly segment: SelectionPlan & { readonly value: boolean } };

/** The segments that the rules or rollouts of the flag name. */
export function segmentsOf({ segments }: NamespacePlan, flag: FlagPlan): readonly SegmentPlan[] {
  const keys = new Set(selectionsOf(flag).flatMap(({ segmentKeys }) => segmentKeys));
  return segments.filter(({ key }) => keys.has(key));
}

function selectionsOf(flag: FlagPlan): readonly SelectionPlan[] {
  if (flag.type === 'VARIANT_FLAG_TYPE') return flag.rules;
  return flag.rollouts.flatMap((rollout) => ('segment' in rollout ? [rollout.segment] : []));
}
