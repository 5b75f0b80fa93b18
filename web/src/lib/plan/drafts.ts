import {
  type ComparisonType,
  type FlagType,
  type MatchType,
  type Metadata,
  type SegmentChoice,
  type SegmentRolloutChoice,
  type Threshold,
} from '../model';

/** What forms hold of things that are to be made or changed. */

export interface FlagValues {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly metadata: Metadata;
}

export interface VariantValues {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** JSON text, sent exactly as typed; `''` for none. */
  readonly attachment: string;
}

export interface FlagDraft extends FlagValues {
  readonly key: string;
  readonly type: FlagType;
  readonly variants: readonly VariantValues[];
  /** One of `variants`, or undefined for none. */
  readonly defaultVariantKey: string | undefined;
}

/** A share of a rule. */
export interface ShareDraft {
  /** The stored share that it is; undefined for a new one. */
  readonly id?: string | undefined;
  readonly variantId: string;
  readonly rollout: number;
}

export interface RuleDraft extends SegmentChoice {
  readonly shares: readonly ShareDraft[];
}

export type RolloutDraft = { readonly description: string } & (
  | { readonly type: 'THRESHOLD_ROLLOUT_TYPE'; readonly threshold: Threshold }
  | { readonly type: 'SEGMENT_ROLLOUT_TYPE'; readonly segment: SegmentRolloutChoice }
);

export interface ConstraintValues {
  readonly type: ComparisonType;
  readonly property: string;
  readonly operator: string;
  readonly value: string;
  readonly description: string;
}

export interface SegmentValues {
  readonly name: string;
  readonly description: string;
  readonly matchType: MatchType;
}

export interface SegmentDraft extends SegmentValues {
  readonly key: string;
  readonly constraints: readonly ConstraintValues[];
}

export interface NamespaceValues {
  readonly name: string;
  readonly description: string;
}

export interface NamespaceDraft extends NamespaceValues {
  readonly key: string;
}
