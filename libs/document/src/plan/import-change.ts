import { type JsonObject, type Rollout, type Rule, type Segment } from '@pennon/domain';
import {
  type DocumentConstraint,
  type DocumentDistribution,
  type DocumentFlag,
  type DocumentRollout,
  type DocumentRule,
  type DocumentSegment,
  type DocumentVariant,
} from '../document';

/** What an import does with what is there. */
export interface ImportMode {
  /** `update`: it becomes what the document says; `skip`: flags and segments that exist are left as they are. */
  readonly existing: 'update' | 'skip';
  /** True to delete the flags, variants and segments that the document lacks. */
  readonly prune: boolean;
}

/** One change of one noun. What is created brings along what belongs to it. */
export type ImportChange =
  | NamespaceChange
  | SegmentChange
  | ConstraintChange
  | FlagChange
  | VariantChange
  | RuleChange
  | DistributionChange
  | RolloutChange;

/** One field that an update changes, as people read it: JSON, or `none`. */
export interface FieldChange {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** What all updates have. */
interface Update<T> {
  readonly action: 'update';
  /** At least one. */
  readonly fields: readonly FieldChange[];
  /** Every field that can change, as it is to be. */
  readonly to: T;
}

/** Namespaces are never deleted by an import. */
export type NamespaceChange = { readonly kind: 'namespace'; readonly key: string } & (
  | { readonly action: 'create'; readonly name: string; readonly description: string }
  | Update<{ readonly name: string; readonly description: string }>
);

export type SegmentChange = { readonly kind: 'segment'; readonly key: string } & (
  | { readonly action: 'create'; readonly segment: DocumentSegment }
  | Update<Pick<Segment, 'name' | 'description' | 'matchType'>>
  | { readonly action: 'delete' }
);

export type ConstraintChange = { readonly kind: 'constraint'; readonly segmentKey: string } & (
  | { readonly action: 'create'; readonly constraint: DocumentConstraint }
  | (Update<DocumentConstraint> & { readonly id: string })
  | { readonly action: 'delete'; readonly id: string; readonly constraint: DocumentConstraint }
);

export type FlagChange = { readonly kind: 'flag'; readonly key: string } & (
  | { readonly action: 'create'; readonly flag: DocumentFlag }
  | Update<FlagFields>
  | { readonly action: 'delete' }
);

/** What an update can change of a flag. */
export interface FlagFields extends Pick<
  DocumentFlag,
  'name' | 'description' | 'isEnabled' | 'defaultVariantKey'
> {
  /** Empty for none. */
  readonly metadata: JsonObject;
}

export type VariantChange = { readonly kind: 'variant'; readonly flagKey: string; readonly key: string } & (
  | { readonly action: 'create'; readonly variant: DocumentVariant }
  | (Update<DocumentVariant> & { readonly id: string })
  | { readonly action: 'delete'; readonly id: string }
);

export type RuleChange = { readonly kind: 'rule'; readonly flagKey: string } & (
  | { readonly action: 'create'; readonly rank: number; readonly rule: DocumentRule }
  | (Update<Pick<Rule, 'rank' | 'segmentKeys' | 'segmentOperator'>> & { readonly id: string })
  | { readonly action: 'delete'; readonly id: string; readonly rank: number }
);

export type DistributionChange = {
  readonly kind: 'distribution';
  readonly flagKey: string;
  readonly ruleId: string;
  /** Rank that the rule is to have. */
  readonly ruleRank: number;
} & (
  | { readonly action: 'create'; readonly distribution: DocumentDistribution }
  | (Update<DocumentDistribution> & { readonly id: string })
  | {
      readonly action: 'delete';
      readonly id: string;
      readonly variantId: string;
      /** `''` when the variant is not one of the flag's. */
      readonly variantKey: string;
    }
);

export type RolloutChange = { readonly kind: 'rollout'; readonly flagKey: string } & (
  | { readonly action: 'create'; readonly rank: number; readonly rollout: DocumentRollout }
  | (Update<Pick<Rollout, 'rank' | 'description' | 'step'>> & { readonly id: string })
  | { readonly action: 'delete'; readonly id: string; readonly rank: number }
);
