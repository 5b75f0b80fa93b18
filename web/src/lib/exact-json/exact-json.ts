import { jsonTokens } from '../json-tokens';
import { isExact, normalNumber, NumberText } from './number-text';

/** JSON whose numbers have all their digits. */
export type ExactJson =
  | string
  | NumberText
  | boolean
  | null
  | readonly ExactJson[]
  | { readonly [name: string]: ExactJson };

/**
 * Reads JSON with all digits of its numbers.
 *
 * @throws SyntaxError for what is no JSON.
 */
export function exactJson(text: string): ExactJson {
  const all = jsonTokens(text);
  // Numbers travel through the parser as texts, and every text says by its first letter which of the two it is.
  const marked = all.map((token, index) => {
    if (isNumber(token)) return `"n${token}"`;
    const isValue = token.startsWith('"') && all[index + 1] !== ':';
    return isValue ? `"s${token.slice(1)}` : token;
  });
  return JSON.parse(marked.join(''), (_name, value: unknown) => {
    if (typeof value !== 'string') return value;
    return value.startsWith('n') ? new NumberText(value.slice(1)) : value.slice(1);
  }) as ExactJson;
}

/** JSON text without white space, numbers as they were spelled. */
export function exactJsonText(json: ExactJson): string {
  if (json instanceof NumberText) return json.json;
  if (isList(json)) return `[${json.map(exactJsonText).join(',')}]`;
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  const members = Object.entries(json).map(
    ([name, value]) => `${JSON.stringify(name)}:${exactJsonText(value)}`,
  );
  return `{${members.join(',')}}`;
}

/** True for the same value, however its numbers are spelled and its members are ordered. */
export function sameExactJson(left: ExactJson, right: ExactJson): boolean {
  if (left instanceof NumberText || right instanceof NumberText) {
    if (!(left instanceof NumberText && right instanceof NumberText)) return false;
    return normalNumber(left.json) === normalNumber(right.json);
  }
  if (isList(left) || isList(right)) {
    if (!(isList(left) && isList(right)) || left.length !== right.length) return false;
    return left.every((item, index) => sameExactJson(item, right[index] ?? null));
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return left === right;
  }
  const others = new Map(Object.entries(right));
  const members = Object.entries(left);
  return (
    members.length === others.size &&
    members.every(([name, value]) => {
      const other = others.get(name);
      return other !== undefined && sameExactJson(value, other);
    })
  );
}

/**
 * True for JSON text whose numbers can all be saved as they are written.
 *
 * @throws SyntaxError for what is no JSON.
 */
export function hasExactNumbers(text: string): boolean {
  return jsonTokens(text).every((token) => !isNumber(token) || isExact(token));
}

function isNumber(token: string): boolean {
  return /^-?\d/.test(token);
}

/** `Array.isArray` does not narrow to lists that cannot be written to. */
function isList(json: ExactJson): json is readonly ExactJson[] {
  return Array.isArray(json);
}
