import { within } from './bounds';
import { InvalidValueError, type Kind, scalar } from './kind';

/** A length of time in milliseconds, zero or more; fractions are parts of a millisecond. */
export type Milliseconds = number;

/** The range of a duration, both ends included, written as a duration: `1ms`. */
export interface DurationRange {
  readonly min?: string;
  readonly max?: string;
}

const millisecondsOfUnit = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['μs', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

const part = '(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)';
const wholeText = new RegExp(`^\\+?(?:${part})+$`);

/** Node's timers hold 31 bits of milliseconds, and fire at once when they are given more. */
const longestTimer = '596h';

/**
 * Returns the milliseconds of a duration in Go's syntax: `300ms`, `1.5s`, `1h30m`, `0`.
 *
 * @throws InvalidValueError if it is negative, not in that syntax, or a number without a unit
 */
export function parseDuration(text: string): Milliseconds {
  if (/^[+-]?0+$/.test(text)) return 0;
  if (/^[+-]?[\d.]+$/.test(text)) {
    throw new InvalidValueError('missing unit; write 30s for seconds or 30ms for milliseconds');
  }
  if (text.startsWith('-')) throw new InvalidValueError('must not be negative');
  if (!wholeText.test(text)) {
    throw new InvalidValueError('expected a duration such as 300ms, 15s or 1h30m');
  }
  let total = 0;
  for (const [, amount, unit = ''] of text.matchAll(new RegExp(part, 'g'))) {
    total += Number(amount) * (millisecondsOfUnit.get(unit) ?? Number.NaN);
  }
  // To the nanosecond, as Go counts: 1.1 × 1000 is a hair more than 1100 in floating point.
  return Math.round(total * 1e6) / 1e6;
}

/** A duration within the range: zero to the longest timer unless bounds are given. */
export function duration(range: DurationRange = {}): Kind<Milliseconds> {
  const { min = '0', max = longestTimer } = range;
  const least = { value: parseDuration(min), text: min };
  const most = { value: parseDuration(max), text: max };
  const type = range.min === undefined ? 'duration' : `duration, at least ${min}`;
  return scalar(type, (text) => within(parseDuration(text), least, most));
}

/** A duration longer than zero; the longest timer, unless `max` is given, is the longest. */
export function positiveDuration({ max }: Pick<DurationRange, 'max'> = {}): Kind<Milliseconds> {
  const whole = duration(max === undefined ? {} : { max });
  return scalar('duration, more than 0', (text) => {
    const value = text.startsWith('-') ? 0 : whole.parse(text);
    if (value === 0) throw new InvalidValueError('positive non-zero duration required');
    return value;
  });
}
