import { invalidField } from './errors';
import type { Json, JsonObject } from './flag';
import { isList, MAX_JSON_DEPTH } from './json';
import { shownName } from './quote';

/**
 * The law for metadata of a flag: it must be JSON, and documents must be able to hold it.
 *
 * @throws InvalidFieldError if a number is infinite or NaN, as one beyond a double is, or if it is nested too deeply.
 */
export function assertMetadata(metadata: JsonObject): void {
  assertMember('metadata', metadata, MAX_JSON_DEPTH);
}

/** @param levels How many objects and lists may still be around a value in it. */
function assertMember(path: string, value: Json, levels: number): void {
  if (levels < 0) throw invalidField('metadata', `must not be nested deeper than ${MAX_JSON_DEPTH} levels`);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw invalidField(path, 'must be a number within the range of a 64-bit float');
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries<Json>(value))
    assertMember(isList(value) ? `${path}[${name}]` : `${path}.${shownName(name)}`, member, levels - 1);
}
