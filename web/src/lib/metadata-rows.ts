import { type Json, type JsonObject } from '@pennon/domain';
import { hasExactNumbers, isExact, normalNumber } from './exact-numbers';

/** The types of JSON values, as people choose them. */
export type ValueType = 'String' | 'Number' | 'Boolean' | 'Object' | 'Array' | 'Null';

/** One row of the metadata editor. */
export interface MetadataRow {
  readonly key: string;
  readonly type: ValueType;
  /** Text of a string, JSON text of all other values. */
  readonly value: string;
}

/** The rows of stored metadata; types are those of the stored JSON: the string `"123"` stays a string. */
export function rowsOf(metadata: JsonObject): readonly MetadataRow[] {
  return Object.entries(metadata).map(([key, value]) => ({
    key,
    type: typeOf(value),
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}

/** What is wrong with a row; texts are in `validationCopy`. */
export type RowProblem =
  | 'key-missing'
  | 'key-not-unique'
  | 'not-a-number'
  | 'not-exact'
  | 'not-json'
  | 'other-type';

/**
 * The first problem of each row, undefined where there is none. The server keeps numbers of metadata as doubles, so one
 * that a double gives back with other digits is refused rather than saved changed; what is stored can always stay.
 */
export function rowProblems(rows: readonly MetadataRow[]): readonly (RowProblem | undefined)[] {
  return rows.map((row) => {
    if (row.key === '') return 'key-missing';
    if (rows.some((other) => other !== row && other.key === row.key)) return 'key-not-unique';
    return valueProblem(row);
  });
}

/** The metadata of valid rows. Keys such as `__proto__` are members like others. */
export function metadataOf(rows: readonly MetadataRow[]): JsonObject {
  return Object.fromEntries(rows.map((row) => [row.key, valueOf(row)]));
}

function valueProblem({ type, value }: MetadataRow): RowProblem | undefined {
  if (type === 'String' || type === 'Null') return undefined;
  if (type === 'Number') {
    const number = value.trim();
    if (normalNumber(number) === undefined || !Number.isFinite(Number(number))) return 'not-a-number';
    return isExact(number) ? undefined : 'not-exact';
  }
  try {
    if (typeOf(JSON.parse(value) as Json) !== type) return 'other-type';
  } catch {
    return 'not-json';
  }
  return hasExactNumbers(value) ? undefined : 'not-exact';
}

function valueOf({ type, value }: MetadataRow): Json {
  if (type === 'String') return value;
  if (type === 'Null') return null;
  return type === 'Number' ? Number(value) : (JSON.parse(value) as Json);
}

function typeOf(value: Json): ValueType {
  if (value === null) return 'Null';
  if (Array.isArray(value)) return 'Array';
  if (typeof value === 'string') return 'String';
  if (typeof value === 'number') return 'Number';
  return typeof value === 'boolean' ? 'Boolean' : 'Object';
}
