import type { Json, JsonObject } from '@pennon/domain';
import { isSameJson } from '../same-json';
import { mergeNamed } from './merge-named';
import type { Spot, Three } from './merge-report';
import { mergeValue } from './merge-value';

/** Merges JSON objects by their members, each of which is one value; undefined if none is left. */
export function mergeMembers(three: Three<JsonObject | undefined>, spot: Spot): JsonObject | undefined {
  const named = (object: JsonObject = {}): ReadonlyMap<string, Json> => new Map(Object.entries(object));
  const merged = mergeNamed<Json>(
    { base: named(three.base), mine: named(three.mine), latest: named(three.latest) },
    {
      isEdited: (one, other) => !isSameJson(one, other),
      merge(both, at) {
        const merged = mergeValue<Json | undefined>(both, isSameJson, at);
        // Null is a value, too.
        return merged === undefined ? both.latest : merged;
      },
    },
    spot,
  );
  return merged.size === 0 ? undefined : Object.fromEntries(merged);
}
