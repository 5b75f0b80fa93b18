import { InvalidValueError, type Kind, scalar } from './kind';

/** A bound and how it is written: 1048576 and `1MiB`. */
export interface Bound {
  readonly value: number;
  readonly text: string;
}

/**
 * Returns `value` when it lies between the bounds, both included.
 *
 * @throws InvalidValueError naming the bound that is crossed
 */
function within(value: number, min: Bound, max: Bound): number {
  if (value < min.value) throw new InvalidValueError(`must be at least ${min.text}`);
  if (value > max.value) throw new InvalidValueError(`must be at most ${max.text}`);
  return value;
}

/** The range of an integer, both ends included. */
export interface IntegerRange {
  readonly min?: number;
  readonly max?: number;
}

/** A whole decimal number within the range: any safe integer unless bounds are given. */
export function integer(range: IntegerRange = {}): Kind<number> {
  const min = range.min ?? Number.MIN_SAFE_INTEGER;
  const max = range.max ?? Number.MAX_SAFE_INTEGER;
  return scalar(integerType(range), (text) => {
    if (!/^[+-]?\d+$/.test(text)) throw new InvalidValueError('expected a whole number');
    return within(Number(text), { value: min, text: String(min) }, { value: max, text: String(max) });
  });
}

/** A TCP port, 0–65535; 0 lets the system choose a free one. */
export const port: Kind<number> = { ...integer({ min: 0, max: 65_535 }), type: 'port' };

function integerType({ min, max }: IntegerRange): string {
  if (min !== undefined && max !== undefined) return `integer, ${min}–${max}`;
  if (min !== undefined) return `integer, at least ${min}`;
  return max === undefined ? 'integer' : `integer, at most ${max}`;
}

/** A part of a whole, as a decimal number from 0 to 1, both included: `0.25` is a quarter. */
export const ratio: Kind<number> = scalar('ratio, 0–1', (text) => {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) throw new InvalidValueError('expected a number such as 0.25');
  return within(Number(text), { value: 0, text: '0' }, { value: 1, text: '1' });
});

/** An amount of memory or data, in bytes; a whole number, zero or more. */
export type Bytes = number;

/** The range of a size, both ends included, written as a size: `1KiB`. */
export interface BytesRange {
  readonly min: string;
  readonly max: string;
}

const bytesOfUnit = new Map([
  ['', 1],
  ['b', 1],
  ['kib', 1024],
  ['mib', 1024 ** 2],
  ['gib', 1024 ** 3],
]);

/**
 * Returns the bytes of a size such as `8MiB`, `512 KiB` or `4096`. Units are powers of 1024, in any case;
 * `MB` is refused, since half the world reads it as a power of 1000.
 *
 * @throws InvalidValueError
 */
export function parseBytes(text: string): Bytes {
  const [, amount, unit = ''] = /^(\d+) ?([a-z]*)$/i.exec(text) ?? [];
  const size = Number(amount) * (bytesOfUnit.get(unit.toLowerCase()) ?? Number.NaN);
  if (!Number.isSafeInteger(size)) {
    throw new InvalidValueError('expected a size such as 8MiB, 512KiB or a number of bytes');
  }
  return size;
}

/** A size within the range. */
export function bytes(range: BytesRange): Kind<Bytes> {
  const min = { value: parseBytes(range.min), text: range.min };
  const max = { value: parseBytes(range.max), text: range.max };
  return scalar(`size, ${range.min}–${range.max}`, (text) => within(parseBytes(text), min, max));
}

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

/** Ten years: what only has an end, and needs no timer for it, may last longer than the longest timer. */
export const longestLifetime = '87600h';
