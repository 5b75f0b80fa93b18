import { type Dialect } from '@pennon/config';
import { type Instant } from '@pennon/domain';
import { momentOf } from '../moment-of';

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
