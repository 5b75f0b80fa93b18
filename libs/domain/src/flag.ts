import { type Instant } from './time';

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

/** A decision point, identified by its key within the namespace. */
export interface Flag {
  readonly namespaceKey: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly type: FlagType;
  readonly isEnabled: boolean;
  /** The variant answered when no rule decides; undefined when there is none. */
  readonly defaultVariantId: string | undefined;
  /** Free-form object; undefined when none is set. */
  readonly metadata: JsonObject | undefined;
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
