import { type FlagMetadata } from '../document/snapshot-document';

/** Why a variant flag answered as it did; `unknown` when it is enabled and nothing applied. */
export type VariantReason = 'unknown' | 'flag-disabled' | 'match' | 'default';

/** Why a boolean flag answered as it did; a disabled one still answers by its rollouts. */
export type BooleanReason = 'match' | 'default';

/**
 * What an answer depends on: `nothing`, so that every entity gets the same; properties of the entity; or the entity's
 * place in a split, by a threshold or by distributions. It says what was looked at, also where nothing of it applied.
 */
export type ResultBasis = 'nothing' | 'properties' | 'split';

/**
 * What a flag answers an entity; `type` tells which. All entities whom a flag of a snapshot answers the same get the
 * same object.
 */
export type EvaluationResult = VariantResult | BooleanResult;

/** @typeParam R The result itself. */
interface Result<R> {
  readonly flagKey: string;
  readonly basis: ResultBasis;
  /** Keys of the segments that matched, in the order the rule or rollout lists them; empty unless segments decided. */
  readonly segmentKeys: readonly string[];
  /** What the flag tells beside its answer; undefined for nothing. */
  readonly metadata?: FlagMetadata | undefined;
  /**
   * Room for what is derived from the result, for whoever evaluates: to look that up elsewhere costs more than this.
   */
  notes?: object | undefined;
  /** Another result of the same source: a chain, because a list is two more places in memory that no cache holds. */
  next?: R | undefined;
}

/** What a variant flag answers; a rule whose distributions leave the entity out has its segments here as well. */
export interface VariantResult extends Result<VariantResult> {
  readonly type: 'variant';
  /** True when a rule decided; the variant may still be empty or the default. */
  readonly isMatch: boolean;
  readonly reason: VariantReason;
  /** `''` when there is neither a chosen nor a default variant. */
  readonly variantKey: string;
  /** JSON text of the variant, or `''` for none. */
  readonly attachment: string;
}

/** What a boolean flag answers. */
export interface BooleanResult extends Result<BooleanResult> {
  readonly type: 'boolean';
  readonly isEnabled: boolean;
  readonly reason: BooleanReason;
}
