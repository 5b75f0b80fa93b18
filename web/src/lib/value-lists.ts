/** What was pasted, as values of a list. */
export interface PastedValues {
  /** In order of first appearance. */
  readonly values: readonly string[];
  /** How many were there already, or more than once. */
  readonly duplicates: number;
}

/** Most values that one constraint can hold. */
export const MAX_VALUES = 100;

/**
 * Splits what was pasted on commas, new lines, tabs and semicolons, or reads it as a JSON array of strings and numbers.
 *
 * @param present Values that the list holds already.
 */
export function splitValues(text: string, present: readonly string[] = []): PastedValues {
  const pasted = fromJson(text) ?? splitText(text);
  const values = [...new Set(pasted)].filter((value) => !present.includes(value));
  return { values, duplicates: pasted.length - values.length };
}

/** The first column of a text or CSV file, as values. */
export function firstColumn(file: string): readonly string[] {
  return file
    .split(/\r?\n/)
    .map((line) => unquoted(/^\s*("(?:[^"]|"")*"|[^,;\t]*)/.exec(line)?.[1] ?? ''))
    .filter((value) => value !== '');
}

/** Values in groups that each fit one constraint. */
export function inConstraints(values: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(values.length / MAX_VALUES) }, (_, group) =>
    values.slice(group * MAX_VALUES, (group + 1) * MAX_VALUES),
  );
}

function splitText(text: string): readonly string[] {
  return text
    .split(/[,;\t\r\n]/)
    .map((value) => unquoted(value))
    .filter((value) => value !== '');
}

function fromJson(text: string): readonly string[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return undefined;
    const items: readonly unknown[] = list;
    const values = items.flatMap((item) =>
      typeof item === 'string' || typeof item === 'number' ? String(item) : [],
    );
    return values.length === items.length ? values : undefined;
  } catch {
    return undefined;
  }
}

function unquoted(value: string): string {
  const trimmed = value.trim();
  return /^".*"$/s.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed;
}
