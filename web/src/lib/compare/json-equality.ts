import { exactJson, sameExactJson } from '../exact-json';
import { type Json } from '../plan/plan';

/** JSON text with the members of every object in the order of their names, so that equal values are equal texts. */
export function sortedJson(json: Json): string {
  if (isList(json)) return `[${json.map(sortedJson).join(',')}]`;
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  const members = Object.entries(json).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${sortedJson(value)}`).join(',')}}`;
}

/** True for two attachments that mean the same, however they are written. */
export function sameJsonText(left: string, right: string): boolean {
  if (left === right) return true;
  try {
    return sameExactJson(exactJson(left), exactJson(right));
  } catch {
    return false;
  }
}

/** `Array.isArray` does not narrow to lists that cannot be written to. */
function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
