import type { Duration, Timestamp } from '@bufbuild/protobuf/wkt';
import { durationMs } from '@bufbuild/protobuf/wkt';
import type { StepTime } from '@pennon/changes';
import { invalidField, MICROS_PER_MILLISECOND } from '@pennon/domain';
import { momentOf, type pennonChanges } from '@pennon/proto';

/** Longest wait for a step: ten years, in milliseconds. */
const MAX_WAIT_MS = 10 * 366 * 24 * 3_600_000;

/** A step of a request, as far as it says when. */
interface AskedTime {
  readonly at?: Timestamp | undefined;
  readonly after?: Duration | undefined;
}

/**
 * When a step is to be applied; neither at a time nor after the step before, if the request does not say.
 *
 * @param field The name that errors say.
 * @throws InvalidFieldError if it says both, or that means nothing.
 */
export function readTime(field: string, { at, after }: AskedTime): Pick<StepTime, 'at' | 'after'> {
  if (at !== undefined && after !== undefined) throw invalidField(field, 'must not have both at and after');
  return { at: momentOf(`${field}.at`, at), after: after && waitOf(`${field}.after`, after) };
}

/** New times of steps. @throws InvalidFieldError if one has not just one time, or that means nothing. */
export function readStepTimes(times: readonly pennonChanges.StepTime[]): readonly StepTime[] {
  return times.map((time, index) => {
    const field = `times[${index}]`;
    const { at, after } = readTime(field, time);
    if (at === undefined && after === undefined) throw invalidField(field, 'must have at or after');
    return { step: time.step, at, after };
  });
}

function waitOf(field: string, duration: Duration): number {
  const micros = Math.round(durationMs(duration) * MICROS_PER_MILLISECOND);
  if (!(micros > 0 && micros <= MAX_WAIT_MS * MICROS_PER_MILLISECOND)) {
    throw invalidField(field, 'must be more than 0 and at most ten years');
  }
  return micros;
}
