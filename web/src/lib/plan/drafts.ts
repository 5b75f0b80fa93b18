import { type AudienceRollout, type AudienceRule } from '../audience/audience-flag';
import {
  type Constraint,
  type Dated,
  type Flag,
  type FlagContents,
  type Namespace,
  type Segment,
  type Variant,
} from '../model';

/** What forms hold of things that are to be made or changed: what the model has, without what the server adds. */

export type FlagValues = Omit<FlagDraft, 'key' | 'type' | 'off' | 'variants' | 'defaultVariantKey'>;

/** The attachment is JSON text, sent exactly as typed; `''` for none. */
export type VariantValues = Omit<Variant, 'id' | keyof Dated>;

export interface FlagDraft extends Omit<Flag, 'namespaceKey' | 'variants' | 'defaultVariant' | keyof Dated> {
  readonly variants: readonly VariantValues[];
  /** One of `variants`, or undefined for none. */
  readonly defaultVariantKey: string | undefined;
}

export type RuleDraft = AudienceRule;

export type RolloutDraft = { readonly description: string } & AudienceRollout;

/** A whole flag that is to be made; the shares of its rules name variants by key, in place of ids. */
export interface ContentsDraft {
  readonly flag: FlagDraft;
  readonly rules: readonly RuleDraft[];
  readonly rollouts: readonly RolloutDraft[];
}

/** The flag as a draft of itself, for another place or another time. Shares of variants that are gone are left out. */
export function draftOf({ flag, rules, rollouts }: FlagContents): ContentsDraft {
  const keys = new Map(flag.variants.map(({ id, key }) => [id, key]));
  return {
    flag: { ...flag, defaultVariantKey: flag.defaultVariant?.key },
    rules: rules.map(({ segmentKeys, segmentOperator, distributions }) => ({
      segmentKeys,
      segmentOperator,
      distributions: distributions.flatMap(({ variantId, rollout }) => {
        const key = keys.get(variantId);
        return key === undefined ? [] : [{ variantId: key, rollout }];
      }),
    })),
    rollouts,
  };
}

export type ConstraintValues = Omit<Constraint, 'id' | keyof Dated>;

export type SegmentValues = Omit<SegmentDraft, 'key' | 'constraints'>;

export interface SegmentDraft extends Omit<Segment, 'namespaceKey' | 'constraints' | keyof Dated> {
  readonly constraints: readonly ConstraintValues[];
}

export type NamespaceValues = Omit<NamespaceDraft, 'key'>;

export type NamespaceDraft = Omit<Namespace, 'protected' | keyof Dated>;
