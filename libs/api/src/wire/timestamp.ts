import { create } from '@bufbuild/protobuf';
import { TimestampSchema, type Timestamp } from '@bufbuild/protobuf/wkt';
import { type Instant } from '@pennon/domain';

const MICROS_PER_SECOND = 1_000_000;

/** A moment on the wire. */
export function timestampOf(instant: Instant): Timestamp {
  return create(TimestampSchema, {
    seconds: BigInt(Math.floor(instant / MICROS_PER_SECOND)),
    nanos: (instant % MICROS_PER_SECOND) * 1000,
  });
}
