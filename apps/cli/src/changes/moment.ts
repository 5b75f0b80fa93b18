import { type Instant, MICROS_PER_SECOND, parseMoment } from '@pennon/domain';

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
