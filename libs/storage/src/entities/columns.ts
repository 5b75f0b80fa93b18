import { type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import { MAX_KEY_LENGTH, MAX_REQUEST_KEY_LENGTH } from '@pennon/domain';

/**
 * Column definitions that mean the same on SQLite, PostgreSQL, MySQL/MariaDB and CockroachDB: text, integers,
 * doubles and booleans only. Moments are whole microseconds in a bigint, so that no engine's own time type can
 * round them or shift them by a time zone.
 */

/** Longest comparison type, operator or other word of ours. */
const MAX_WORD_LENGTH = 16;

/** Longest mark of a revision. */
const MAX_MARK_LENGTH = 16;

/** Longest hash: 32 bytes in the widest of the usual spellings, hexadecimal. */
const MAX_HASH_LENGTH = 64;

/** Some drivers return bigint columns as text. */
const bigintAsNumber: ValueTransformer = { to: (value: unknown) => value, from: Number };

/** The same for a column that may be null, of which `Number` would make 0. */
const optionalBigintAsNumber: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null ? null : Number(value)),
};

/** How a member of a row is stored. */
export type Column = EntitySchemaColumnOptions;

/** A key that people chose. */
export const key = (name: string): Column => ({ name, type: 'varchar', length: MAX_KEY_LENGTH });

/** An id that the service made: a UUID as text. */
export const id = (name: string): Column => ({ name, type: 'varchar', length: 36 });

/** An id that may be missing. */
export const optionalId = (name: string): Column => ({ ...id(name), nullable: true });

/** An id, empty where there is none. */
export const idOrNone = (name: string): Column => ({ ...id(name), default: '' });

/** A hash of 32 bytes as text. */
export const hash = (name: string): Column => ({ name, type: 'varchar', length: MAX_HASH_LENGTH });

/** What tells a revision from one of the same number in another history; empty where there is none. */
export const mark = (name: string): Column => ({
  name,
  type: 'varchar',
  length: MAX_MARK_LENGTH,
  default: '',
});

/** The key by which a repeated request is recognised. */
export const requestKey = (name: string): Column => ({
  name,
  type: 'varchar',
  length: MAX_REQUEST_KEY_LENGTH,
});

/** One of a closed set of words. */
export const word = (name: string): Column => ({ name, type: 'varchar', length: MAX_WORD_LENGTH });

/** One of a closed set of words, or none. */
export const optionalWord = (name: string): Column => ({ ...word(name), nullable: true });

/** Text of any length. */
export const text = (name: string): Column => ({ name, type: 'text' });

/** Text of any length, or none. */
export const optionalText = (name: string): Column => ({ ...text(name), nullable: true });

/** True or false. */
export const flag = (name: string): Column => ({ name, type: 'boolean' });

/** True, false or none. */
export const optionalFlag = (name: string): Column => ({ ...flag(name), nullable: true });

/** A small whole number. */
export const integer = (name: string): Column => ({ name, type: 'integer' });

/** A whole number up to 2^53. */
export const bigint = (name: string): Column => ({ name, type: 'bigint', transformer: bigintAsNumber });

/** A whole number up to 2^53, or none. */
export const optionalBigint = (name: string): Column => ({
  name,
  type: 'bigint',
  nullable: true,
  transformer: optionalBigintAsNumber,
});

/** A percentage as a double. */
export const percent = (name: string): Column => ({ name, type: 'double precision' });

/** A percentage that may be missing. */
export const optionalPercent = (name: string): Column => ({ ...percent(name), nullable: true });

/** When the row was made and when it last changed, in microseconds since the epoch. */
export const timestamps = { createdAt: bigint('created_at'), updatedAt: bigint('updated_at') };
