import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Instant } from '@pennon/domain';
import { type pennonChanges, timestampOf } from '@pennon/proto';
import { isWaiting } from './change-lines';

/** When steps that wait are to be applied. */
export interface WantedTimes {
  /** Of the first of them; what it was, unless given. */
  readonly at: Instant | undefined;
  /** Seconds between two of them; what they were, unless given. */
  readonly every: number | undefined;
  /** The place of the first of them; that of the next step, unless given. */
  readonly step: number | undefined;
}

/**
 * The times of steps, as they are sent.
 *
 * @throws Error if no step waits.
 */
export function stepTimes(
  steps: readonly pennonChanges.Change[],
  { at, every, step }: WantedTimes,
): MessageInitShape<typeof pennonChanges.StepTimeSchema>[] {
  const waiting = steps.filter(isWaiting).map(({ step: place }) => place);
  const first = step ?? waiting[0];
  if (first === undefined) throw new Error('no step of this ramp waits');
  const behind = waiting.filter(
    (place) => place > first || (place === first && at === undefined && place > 1),
  );
  return [
    ...(at === undefined ? [] : [{ step: first, at: timestampOf(at) }]),
    ...(every === undefined
      ? []
      : behind.map((place) => ({ step: place, after: { seconds: BigInt(every) } }))),
  ];
}
