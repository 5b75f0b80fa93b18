import type { Duration } from '@bufbuild/protobuf/wkt';
import { MICROS_PER_SECOND } from '@pennon/domain';

/**
 * A span of time on the wire. Whole microseconds, from 0 on: a fraction of a nanosecond could not be written as JSON.
 */
export function durationOf(micros: number): Duration {
  const whole = Math.round(micros);
  const seconds = Math.floor(whole / MICROS_PER_SECOND);
  const nanos = (whole - seconds * MICROS_PER_SECOND) * 1000;
  return { $typeName: 'google.protobuf.Duration', seconds: BigInt(seconds), nanos };
}
