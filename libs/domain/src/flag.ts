import type { SegmentSelection } from './segment';
import type { Instant } from './time';

/** Flag kinds; a variant flag answers with a variant, a boolean flag with true or false. */
export const flagTypes = ['variant', 'boolean'] as const;
export type FlagType = (typeof flagTypes)[number];

/** A value of JSON, as flag metadata holds it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = Readonly<Record<string, Json>>;

/** True for a JSON object: no list, and not null. */
export function isJsonObject(json: Json): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** What a flag says by itself: the same in rows, states and messages. */
export interface FlagValues {
  readonly name: string;
  readonly description: string;
  readonly type: FlagType;
  readonly isEnabled: boolean;
  /** Free-form object; undefined for none. */
  readonly metadata: JsonObject | undefined;
}

/** Who turned a flag off, when and why. */
export interface FlagOff {
  /** As the audit log calls the author of the change; `''` where nobody is known. */
  readonly by: string;
  readonly at: Instant;
  /** `''` for none. */
  readonly reason: string;
}

/** A decision point, identified by its key within the namespace. */
export interface Flag extends FlagValues {
  readonly namespaceKey: string;
  readonly key: string;
  /**
   * Set while the flag is turned off: a boolean flag answers false, a variant flag what a disabled one does, whatever
   * else the flag says. Undefined for a flag that is not.
   */
  readonly off: FlagOff | undefined;
  /** The variant answered when no rule decides; undefined when there is none. */
  readonly defaultVariantId: string | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A named value of a variant flag. Its key may hold any characters and is unique within the flag. */
export interface Variant {
  readonly id: string;
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** JSON text exactly as it was given, or `''` for none. */
  readonly attachment: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A flag with its variants in creation order. */
export interface FlagWithVariants extends Flag {
  readonly variants: readonly Variant[];
}

/** An ordered step of a variant flag: when its segments match, its distributions apply. */
export interface Rule extends SegmentSelection {
  readonly id: string;
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** Position, 1-based; lower ranks are tried first. */
  readonly rank: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The share of a rule that goes to one variant. */
export interface Distribution {
  readonly id: string;
  readonly ruleId: string;
  readonly variantId: string;
  /** Percent, 0–100, as the shortest decimal of a 32-bit float. */
  readonly rolloutPercent: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A rule with its distributions in creation order. */
export interface RuleWithDistributions extends Rule {
  readonly distributions: readonly Distribution[];
}

/** What a rollout decides by. */
export const rolloutTypes = ['segment', 'threshold'] as const;
export type RolloutType = (typeof rolloutTypes)[number];

/** A share of all entities gets `value`. */
export interface ThresholdStep {
  readonly type: 'threshold';
  /** Percent, 0–100, as the shortest decimal of a 32-bit float. */
  readonly percent: number;
  readonly value: boolean;
}

/** Entities in the selected segments get `value`. */
export interface SegmentStep extends SegmentSelection {
  readonly type: 'segment';
  readonly value: boolean;
}

/** The deciding part of a rollout. */
export type RolloutStep = ThresholdStep | SegmentStep;

/** An ordered step of a boolean flag that yields true or false. */
export interface Rollout {
  readonly id: string;
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** Position; lower ranks are tried first. */
  readonly rank: number;
  readonly description: string;
  readonly step: RolloutStep;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
