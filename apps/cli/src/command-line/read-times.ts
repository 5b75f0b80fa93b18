import { type Instant, MICROS_PER_SECOND } from '@pennon/domain';

const secondsOfUnit = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** A century, in seconds: what is longer was meant to be no limit. */
const LONGEST = 100 * 365 * 86_400;

/**
 * The moment at which a lifetime such as `30d`, `12h` or `1h30m` that begins now is over.
 *
 * @throws Error if it is none.
 */
export function endOfLifetime(text: string, now: Instant): Instant {
  const seconds = secondsIn(text);
  if (seconds === undefined) {
    throw new Error(`--expires-in takes a lifetime such as 12h, 30d or 52w, not ${JSON.stringify(text)}`);
  }
  if (seconds > LONGEST) throw new Error('--expires-in is longer than a century: leave it out for no end');
  return now + seconds * MICROS_PER_SECOND;
}

/** A duration such as `30m`, `24h` or `7d`, in seconds. A day is 24 hours. @throws Error if it is none. */
export function readDuration(option: string, text: string): number {
  const seconds = secondsIn(text);
  if (seconds === undefined || seconds > LONGEST)
    throw new Error(`${option} takes a duration such as 30m, 24h or 7d, not ${JSON.stringify(text)}`);
  return seconds;
}

/** A duration as {@link readDuration} takes it, such as `1d12h`. @param seconds May have a fraction. */
export function durationText(seconds: number): string {
  let rest = Math.round(seconds * 1000);
  const parts = (['d', 'h', 'm'] as const).map((unit) => {
    const length = secondsOfUnit[unit] * 1000;
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    return amount === 0 ? '' : `${amount}${unit}`;
  });
  const text = parts.join('');
  return rest > 0 || text === '' ? `${text}${rest / 1000}s` : text;
}

/** Undefined for what is no duration, or takes no time. */
function secondsIn(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d{1,10})([smhdw])/g)];
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === text;
  const seconds = parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * secondsOfUnit[unit as keyof typeof secondsOfUnit],
    0,
  );
  return isWhole && seconds > 0 ? seconds : undefined;
}
