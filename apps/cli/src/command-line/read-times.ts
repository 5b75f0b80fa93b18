import { type Instant, MICROS_PER_SECOND, parseMoment } from '@pennon/domain';

const secondsOfUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** A century, in seconds: what is longer was meant to be no limit. */
const LONGEST = 100 * 365 * 86_400;

/**
 * The moment that `--at` gives.
 *
 * @throws Error if it is not RFC 3339 with a zone, is no date that there is, or is not in the future.
 */
export function readMoment(text: string, now: Instant): Instant {
  const value = parseMoment(text);
  if (value === undefined) {
    throw new Error(
      '--at takes a date, a time and a zone, such as 2026-12-01T09:00:00Z or 2026-12-01T09:00:00+01:00, ' +
        `not ${JSON.stringify(text)}`,
    );
  }
  const instant = value.seconds * MICROS_PER_SECOND + Math.floor(value.nanos / 1000);
  if (instant <= now) throw new Error(`--at must be in the future: ${text} is in the past`);
  return instant;
}

/**
 * The moment at which a lifetime such as `30d`, `12h` or `1h30m` that begins now is over.
 *
 * @throws Error if it is none.
 */
export function endOfLifetime(text: string, now: Instant): Instant {
  const parts = [...text.matchAll(/(\d{1,10})([smhdw])/g)];
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === text;
  const seconds = parts.reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (secondsOfUnit[unit] ?? 0),
    0,
  );
  if (!isWhole || seconds === 0) {
    throw new Error(`--expires-in takes a lifetime such as 12h, 30d or 52w, not ${JSON.stringify(text)}`);
  }
  if (seconds > LONGEST) throw new Error('--expires-in is longer than a century: leave it out for no end');
  return now + seconds * MICROS_PER_SECOND;
}
