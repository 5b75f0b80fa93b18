import {
  type Constraint,
  type FlagType,
  type JsonObject,
  type Rollout,
  type Segment,
  type SegmentSelection,
  type Variant,
} from '@pennon/domain';

/**
 * The flags and segments of one namespace as they travel: without ids, ranks, times and revision. What is ordered by
 * rank stands in that order.
 */
export interface NamespaceDocument {
  readonly namespace: DocumentNamespace;
  readonly flags: readonly DocumentFlag[];
  readonly segments: readonly DocumentSegment[];
}

/** Which namespace a document is about, and what it says of it. */
export interface DocumentNamespace {
  readonly key: string;
  /** Undefined when the document does not say; the key serves as name for a new namespace. */
  readonly name: string | undefined;
  /** Undefined when the document does not say. */
  readonly description: string | undefined;
}

export interface DocumentFlag {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly type: FlagType;
  readonly isEnabled: boolean;
  /** Undefined for none; never empty. */
  readonly metadata: JsonObject | undefined;
  readonly variants: readonly DocumentVariant[];
  /** Key of one of the variants. */
  readonly defaultVariantKey: string | undefined;
  /** By rank. */
  readonly rules: readonly DocumentRule[];
  /** By rank. */
  readonly rollouts: readonly DocumentRollout[];
}

/** The attachment is JSON text without insignificant white space, or `''` for none. */
export type DocumentVariant = Pick<Variant, 'key' | 'name' | 'description' | 'attachment'>;

export interface DocumentRule extends SegmentSelection {
  readonly distributions: readonly DocumentDistribution[];
}

export interface DocumentDistribution {
  /** Key of one of the flag's variants. */
  readonly variantKey: string;
  /** Percent, 0–100, as the shortest decimal of a 32-bit float. */
  readonly rolloutPercent: number;
}

export type DocumentRollout = Pick<Rollout, 'description' | 'step'>;

export interface DocumentSegment extends Pick<Segment, 'key' | 'name' | 'description' | 'matchType'> {
  readonly constraints: readonly DocumentConstraint[];
}

export type DocumentConstraint = Pick<Constraint, 'type' | 'property' | 'operator' | 'value' | 'description'>;
