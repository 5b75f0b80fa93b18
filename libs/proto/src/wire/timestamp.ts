import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { invalidField, MICROS_PER_SECOND, type Instant } from '@pennon/domain';

/** The first second of the year 1 and the last of the year 9999: a timestamp on the wire lies between them. */
const FIRST_SECOND = -62_135_596_800n;
const LAST_SECOND = 253_402_300_799n;

/** The last moment that can be written again: between it and the next second there is only rounding. */
const LAST_INSTANT: Instant = Number(LAST_SECOND) * MICROS_PER_SECOND;

/** A moment on the wire. */
export function timestampOf(instant: Instant): Timestamp {
  const seconds = Math.floor(instant / MICROS_PER_SECOND);
  const nanos = (instant - seconds * MICROS_PER_SECOND) * 1000;
  return { $typeName: 'google.protobuf.Timestamp', seconds: BigInt(seconds), nanos };
}

/** The moment that a valid timestamp means; what it has of less than a microsecond is dropped. */
export function instantOf({ seconds, nanos }: Timestamp): Instant {
  return Math.min(Number(seconds) * MICROS_PER_SECOND + Math.floor(nanos / 1000), LAST_INSTANT);
}

/**
 * The moment of a field that may be missing.
 *
 * @param field Name of the request's field, for the error.
 * @throws InvalidFieldError if it means no moment.
 */
export function momentOf(field: string, timestamp: Timestamp | undefined): Instant | undefined {
  if (timestamp === undefined) return undefined;
  if (!isTimestampValid(timestamp)) throw invalidField(field, 'is out of range');
  return instantOf(timestamp);
}

/** True for a timestamp that means a moment; only the gRPC door lets others through. */
export function isTimestampValid({ seconds, nanos }: Timestamp): boolean {
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND && nanos >= 0 && nanos < 1_000_000_000;
}
