import type { Dialect } from '@pennon/config';
import { type Instant, type Json, MICROS_PER_MILLISECOND } from '@pennon/domain';

/** As the drivers of Flipt write moments: with or without a fraction and a zone, which is UTC where there is none. */
const written =
  /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?\s*(Z|[+-]\d\d(?::?\d\d)?)?(?:\s+[A-Z]+)?$/;

/** The moment that a database shows as this text; undefined when it shows none. */
export function momentOf(text: string): Instant | undefined {
  const [, date, time, fraction = '', zone = 'Z'] = written.exec(text) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const milliseconds = Date.parse(`${date}T${time}${zoneOf(zone)}`);
  if (Number.isNaN(milliseconds)) return undefined;
  return milliseconds * MICROS_PER_MILLISECOND + Number(fraction.padEnd(6, '0').slice(0, 6));
}

/** `+00`, `+0000` and `+00:00` are one zone, and only the last is ISO. */
function zoneOf(zone: string): string {
  if (zone === 'Z') return zone;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** What a stored JSON text says; undefined when it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** What the values of a column are read as. */
export interface ColumnValues {
  /** `''` for null. */
  readonly text: string;
  /** What any type is as text, JSON for one; undefined for null. */
  readonly optionalText: string | undefined;
  /** A whole number; NaN for null. */
  readonly integer: number;
  /** False for null. */
  readonly boolean: boolean;
  /** As exact as it is stored; NaN for null. */
  readonly float: number;
  /** Undefined for null, and for what is no moment. */
  readonly moment: Instant | undefined;
}

export type ColumnKind = keyof ColumnValues;

/**
 * How a query asks for a column, so that the driver hands over what is stored: drivers would parse JSON, MySQL would
 * shorten a float to six digits, and a moment would pass through the zone of this machine.
 *
 * @param column Quoted.
 */
export function asked(column: string, kind: ColumnKind, dialect: Dialect): string {
  switch (kind) {
    case 'optionalText':
    case 'moment':
      return `CAST(${column} AS ${dialect === 'mysql' ? 'CHAR' : 'TEXT'})`;
    case 'float':
      return dialect === 'mysql' ? `${column} + 0E0` : column;
    default:
      return column;
  }
}

/** What a driver's value is read as. */
export const valueOf: { readonly [Kind in ColumnKind]: (value: unknown) => ColumnValues[Kind] } = {
  text: textOf,
  optionalText: (value) => (isNull(value) ? undefined : textOf(value)),
  integer: numberOf,
  boolean: (value) => value === true || value === 'true' || Number(value) === 1,
  float: numberOf,
  moment: (value) => momentOf(textOf(value)),
};

function textOf(value: unknown): string {
  if (isNull(value)) return '';
  return typeof value === 'string' ? value : String(value);
}

function numberOf(value: unknown): number {
  return isNull(value) ? Number.NaN : Number(value);
}

function isNull(value: unknown): boolean {
  return value === null || value === undefined;
}
