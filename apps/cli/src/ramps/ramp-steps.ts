import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Instant, MICROS_PER_SECOND } from '@pennon/domain';
import { type pennonChanges, timestampOf } from '@pennon/proto';
import type { WantedEdit } from '../flags/flag-edit';

/** Fewest and most steps of a ramp. Source: proto/pennon/changes.proto. */
const MIN_STEPS = 2;
const MAX_STEPS = 50;

/** A ramp as somebody wants it. */
export interface WantedRamp {
  readonly shares: readonly number[];
  /** Time between two steps, in seconds. */
  readonly every: number;
  /** When it begins; undefined for at once. */
  readonly at: Instant | undefined;
  /** What to do with the flag, but for the percentage. */
  readonly edit: WantedEdit;
}

/** The percentages of a ramp: `1,10,50,100`. @throws Error if there are too few or too many, or one is none. */
export function readShares(text: string): readonly number[] {
  const shares = text.split(',').map((share) => {
    const percent = Number(share);
    if (!/^\d{1,3}$/.test(share) || percent > 100)
      throw new Error(`PERCENTAGES takes whole percents such as 1,10,50,100, not ${JSON.stringify(text)}`);
    return percent;
  });
  if (shares.length < MIN_STEPS || shares.length > MAX_STEPS)
    throw new Error(`PERCENTAGES takes ${MIN_STEPS} to ${MAX_STEPS} percents, not ${shares.length}`);
  return shares;
}

/** The steps of a ramp, as they are sent. */
export function rampSteps({
  shares,
  every,
  at,
  edit,
}: WantedRamp): MessageInitShape<typeof pennonChanges.StepSchema>[] {
  return shares.map((percentage, index) => ({
    edits: { flags: [{ ...edit, percentage }] },
    ...(index === 0 && at !== undefined && { at: timestampOf(at) }),
    ...(index > 0 && { after: { seconds: BigInt(every) } }),
  }));
}

/** How the times of a ramp are told. */
interface RampTimes {
  readonly now: Instant;
  /** The time between steps, as it was given. */
  readonly everyText: string;
  /** True if the first step waits for approval. */
  readonly waits: boolean;
  /** How a moment is told. */
  readonly timeText: (at: Instant) => string;
}

/** What the steps of a ramp are, in lines. */
export function rampLines(
  { shares, every, at }: WantedRamp,
  { now, everyText, waits, timeText }: RampTimes,
): readonly string[] {
  const start = at ?? (waits ? undefined : now);
  const timeOf = (index: number): string => {
    if (index === 0 && at === undefined) return waits ? 'once it is approved' : 'at once';
    if (start === undefined) return `${everyText} after step ${index}`;
    return timeText(start + index * every * MICROS_PER_SECOND);
  };
  return shares.map((share, index) => {
    const isDown = share < (shares[index - 1] ?? 0);
    return `step ${index + 1}: ${share}%, ${timeOf(index)}${isDown ? ', which is less than the step before' : ''}`;
  });
}
