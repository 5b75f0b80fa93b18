import { type Json, type JsonObject } from './flag';

/** The same object with its members, and those of every object in it, in the order of their names' code units. */
export function sortMembers(object: JsonObject): JsonObject {
  const names = Object.keys(object).sort();
  return Object.fromEntries(names.map((name) => [name, sortJson(object[name] ?? null)]));
}

function sortJson(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json;
  return isList(json) ? json.map(sortJson) : sortMembers(json);
}

/** `Array.isArray` does not tell a read-only array from an object. */
function isList(json: readonly Json[] | JsonObject): json is readonly Json[] {
  return Array.isArray(json);
}
