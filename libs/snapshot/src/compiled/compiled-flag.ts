import { type SegmentOperator } from '@pennon/domain';
import { type CompiledSegment } from './compiled-segment';
import { type FlagMetadata } from '../document/snapshot-document';
import { type BooleanResult, type VariantResult } from './result';

/** A flag of either type; `type` tells which. */
export type CompiledFlag = CompiledVariantFlag | CompiledBooleanFlag;

/**
 * Something that decides what a flag answers, with room for the results that it has had: most of those that it can have
 * it never has.
 */
export interface ResultSource<R> {
  /** The first of them, which leads to the others. */
  results?: R | undefined;
}

interface AnyFlag {
  readonly key: string;
  /** What its answers may tell about it; undefined for nothing. */
  readonly metadata?: FlagMetadata | undefined;
  /** Room for what is counted of the flag, for whoever evaluates: to look that up elsewhere costs more than this. */
  notes?: object | undefined;
}

/** A flag that answers with a variant. */
export interface CompiledVariantFlag extends AnyFlag, ResultSource<VariantResult> {
  readonly type: 'variant';
  readonly isEnabled: boolean;
  readonly defaultVariant: CompiledVariant | undefined;
  /** CRC-32 of the key, signed, which that of an entity id goes on from. */
  readonly keyChecksum: number;
  /** By rank, ascending. */
  readonly rules: readonly CompiledRule[];
}

/** A flag that answers true or false. */
export interface CompiledBooleanFlag extends AnyFlag, ResultSource<BooleanResult> {
  readonly type: 'boolean';
  readonly isEnabled: boolean;
  /** By rank, ascending. */
  readonly rollouts: readonly CompiledRollout[];
}

/** What a variant flag answers with. */
export interface CompiledVariant {
  readonly key: string;
  /** JSON text without white space between its tokens, or `''` for none. */
  readonly attachment: string;
}

/** A step of a variant flag. */
export interface CompiledRule extends CompiledSelection, ResultSource<VariantResult> {
  /** The live ones, those with a rollout above 0, in creation order. */
  readonly distributions: readonly CompiledDistribution[];
}

/** The share of a rule that goes to one variant: the buckets from the bound before up to, not including, its own. */
export interface CompiledDistribution {
  /** Running sum of the widths, in buckets of a thousand; may end below or above 1000. */
  readonly bound: number;
  readonly variant: CompiledVariant;
}

/** A step of a boolean flag; `type` tells which. */
export type CompiledRollout = CompiledThresholdRollout | CompiledSegmentRollout;

/** A share of all entities gets `value`. */
export interface CompiledThresholdRollout extends ResultSource<BooleanResult> {
  readonly type: 'threshold';
  /** Percent, 0–100, a 32-bit float. */
  readonly percent: number;
  readonly value: boolean;
}

/** Entities in the selected segments get `value`. */
export interface CompiledSegmentRollout extends CompiledSelection, ResultSource<BooleanResult> {
  readonly type: 'segment';
  readonly value: boolean;
}

/** The segments a rule or a segment rollout looks at; at least one. */
export interface CompiledSelection {
  /** In the order listed; the rules of a namespace share the objects. */
  readonly segments: readonly CompiledSegment[];
  /** The keys of `segments`, in the same order. Frozen, because results share it. */
  readonly segmentKeys: readonly string[];
  readonly segmentOperator: SegmentOperator;
}
