import type { Json, JsonObject } from './flag';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** Most objects and lists around a value in an attachment or in metadata: documents cannot hold more. */
export const MAX_JSON_DEPTH = 188;

/** True when the whole text is one JSON value (RFC 8259), white space around it allowed. */
export function isJsonText(text: string): boolean {
  return parseJsonText(text) !== undefined;
}

/** The value of a JSON text, yet unknown in shape; undefined, which no JSON text means, when it is none. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * JSON text with the white space outside strings removed and nothing else changed: key order, duplicate keys,
 * `1.0`, `1E3`, 20-digit integers and escapes survive, which parsing and printing would lose.
 *
 * Never throws; a text that is not JSON loses the same white space.
 */
export function compactJsonText(text: string): string {
  let compact = '';
  let keptFrom = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) isInString = !isInString;
    else if (isInString && unit === BACKSLASH) index++;
    else if (!isInString && isJsonSpace(unit)) {
      compact += text.slice(keptFrom, index);
      keptFrom = index + 1;
    }
  }
  return keptFrom === 0 ? text : compact + text.slice(keptFrom);
}

/** True if a value in a JSON text has more than `limit` objects and lists around it. */
export function isDeeperThan(text: string, limit: number): boolean {
  let open = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (isInString && unit === BACKSLASH) index++;
    else if (unit === QUOTE) isInString = !isInString;
    if (isInString || isJsonSpace(unit)) continue;
    if (CLOSING.includes(unit)) open--;
    else if (open > limit) return true;
    else if (OPENING.includes(unit)) open++;
  }
  return false;
}

/** Blank, tab, line feed and carriage return; the other white space of Unicode is none in JSON. */
function isJsonSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}

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
export function isList(json: readonly Json[] | JsonObject): json is readonly Json[] {
  return Array.isArray(json);
}
