import { fromJson } from '@bufbuild/protobuf';
import { DurationSchema, TimestampSchema, type Duration, type Timestamp } from '@bufbuild/protobuf/wkt';
import { invalidField, parseMoment, type Json } from '@pennon/domain';

/** Longer values are cut in errors. */
const MAX_SHOWN_LENGTH = 64;

/**
 * The time that a JSON value means.
 *
 * @param field The name that an error says, such as `when.at`.
 * @throws InvalidFieldError unless it is a text of RFC 3339 with date, time and zone, from year 1 to 9999.
 */
export function readTimestamp(field: string, value: Json): Timestamp {
  const problem = 'is not a time with date and zone (RFC 3339), such as "2030-01-31T09:00:00Z"';
  // The library takes 30 February for 2 March.
  if (typeof value !== 'string' || parseMoment(value) === undefined)
    throw invalidValue(field, value, problem);
  try {
    return fromJson(TimestampSchema, value);
  } catch {
    throw invalidValue(field, value, problem);
  }
}

/**
 * The duration that a JSON value means.
 *
 * @throws InvalidFieldError unless it is a text of seconds, such as `"90s"`.
 */
export function readDuration(field: string, value: Json): Duration {
  try {
    if (typeof value === 'string') return fromJson(DurationSchema, value);
  } catch {
    // Refused below, as is what is no text.
  }
  throw invalidValue(field, value, 'is not a duration in seconds, such as "86400s" for a day');
}

function invalidValue(field: string, value: Json, problem: string): Error {
  const text =
    typeof value === 'object' ? (Array.isArray(value) ? 'a list' : 'an object') : JSON.stringify(value);
  const shown = text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…` : text;
  return invalidField(field, `${shown} ${problem}`);
}
