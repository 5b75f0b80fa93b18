import { parseJsonText } from './json-text';

/**
 * The texts of an `isoneof` value: a JSON array of strings; undefined when one element is anything else.
 *
 * JSON `null` is the empty list, and a `null` element is `''`.
 */
export function parseStringList(text: string): readonly string[] | undefined {
  return parseList(text, '', (element): element is string => typeof element === 'string');
}

/**
 * The numbers of an `isoneof` value: a JSON array of numbers; undefined when one element is anything else or
 * overflows a double.
 *
 * JSON `null` is the empty list, and a `null` element is 0.
 */
export function parseNumberList(text: string): readonly number[] | undefined {
  // JSON.parse reads 1e400 as Infinity, which JSON itself cannot say.
  return parseList(text, 0, (element): element is number => Number.isFinite(element));
}

function parseList<T>(
  text: string,
  meaningOfNull: T,
  isElement: (value: unknown) => value is T,
): readonly T[] | undefined {
  const parsed = parseJsonText(text);
  if (parsed === null) return [];
  if (!Array.isArray(parsed)) return undefined;
  const elements = parsed.map((element: unknown) => element ?? meaningOfNull);
  return elements.every(isElement) ? elements : undefined;
}
