import { stringify } from 'yaml';

/** Whether a condition holds, as Go templates see it. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function indented(value: unknown, columns: unknown): string {
  const margin = ' '.repeat(Number(columns));
  return String(value)
    .split('\n')
    .map((line) => margin + line)
    .join('\n');
}

function pairsOf(values: readonly unknown[]): Readonly<Record<string, unknown>> {
  const keys = values.filter((_, index) => index % 2 === 0).map(String);
  return Object.fromEntries(keys.map((key, index) => [key, values[2 * index + 1]]));
}

/** Functions of Helm that the chart uses; what a pipe hands on is the last argument. */
export const functions: Readonly<Record<string, (...values: readonly unknown[]) => unknown>> = {
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  default: (otherwise, value) => (isTrue(value) ? value : otherwise),
  dict: (...values) => pairsOf(values),
  list: (...values) => values,
  nindent: (columns, value) => `\n${indented(value, columns)}`,
  not: (value) => !isTrue(value),
  printf: (format, ...values) =>
    values.reduce<string>((text, value) => text.replace('%s', String(value)), String(format)),
  quote: (value) => JSON.stringify(String(value)),
  required(message, value) {
    if (value === undefined || value === null || value === '') throw new Error(String(message));
    return value;
  },
  toString: String,
  trimSuffix: (suffix, text) =>
    String(text).endsWith(String(suffix)) ? String(text).slice(0, -String(suffix).length) : text,
  toYaml: (value) => stringify(value, { lineWidth: 0 }).trimEnd(),
};
