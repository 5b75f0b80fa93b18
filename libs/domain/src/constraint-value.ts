import { parseJsonText } from './json';
import { MICROS_PER_SECOND, type Instant } from './time';

const booleanSpellings: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['t', true],
  ['T', true],
  ['TRUE', true],
  ['true', true],
  ['True', true],
  ['0', false],
  ['f', false],
  ['F', false],
  ['FALSE', false],
  ['false', false],
  ['False', false],
]);

/**
 * The boolean a text means, or undefined when it is none of the twelve spellings; `tRUE`, `yes` and ` true` are not.
 */
export function parseBooleanValue(text: string): boolean | undefined {
  return booleanSpellings.get(text);
}

const outsideDecimal = /[^\d_.eE+-]/;
const strayDecimalUnderscore = /(?<!\d)_|_(?!\d)/;

const hexadecimal = /^([+-]?)0x([\da-f]*)(?:\.([\da-f]*))?p([+-]?\d+)$/i;
const strayHexadecimalUnderscore = /(?<![\da-fx])_|_(?![\da-f])/i;

const infinity = /^[+-]?inf(?:inity)?$/i;
const notANumber = /^nan$/i;

/** Hexadecimal digits looked at one by one: 64 bits, where the mantissa of a double has 53. */
const EXACT_HEX_DIGITS = 16;

/** A power of two so large, or as its negative so small, that no mantissa can bring it back into range. */
const UNREACHABLE_EXPONENT = 2000;

/**
 * The number a constraint value or a context value means, as an IEEE double; undefined when the text is none.
 *
 * Decimals, hexadecimal floats with a binary exponent, `inf`, `infinity` and `nan`; `_` between digits. Nothing is
 * trimmed; what overflows is no number, what underflows is 0. `Number()` alone is wrong in both directions.
 * Linear in the length of the text; never throws.
 */
export function parseNumberValue(text: string): number | undefined {
  if (text !== lastParsed.text) lastParsed = { text, value: parseNumber(text) };
  return lastParsed.value;
}

/** What was parsed last: many constraints compare the same value of a context, one after the other. */
let lastParsed: { readonly text: string; readonly value: number | undefined } = {
  text: '',
  value: undefined,
};

function parseNumber(text: string): number | undefined {
  return parseDecimal(text) ?? parseHexadecimal(text) ?? parseNumberWord(text);
}

function parseDecimal(text: string): number | undefined {
  if (text === '' || outsideDecimal.test(text) || strayDecimalUnderscore.test(text)) return undefined;
  // Of the texts made of these characters, `Number` reads the ones that are decimals here, and no other.
  return finiteNumber(Number(text.replaceAll('_', '')));
}

function parseHexadecimal(text: string): number | undefined {
  if (strayHexadecimalUnderscore.test(text)) return undefined;
  const [found, sign, whole = '', fraction = '', exponent = ''] =
    hexadecimal.exec(text.replaceAll('_', '')) ?? [];
  if (found === undefined || whole + fraction === '') return undefined;

  const digits = (whole + fraction).replace(/^0+/, '');
  const leadingZeros = whole.length + fraction.length - digits.length;
  // Digits past the exact ones only matter as "something follows", which decides how a tie is rounded.
  const isMore = /[^0]/.test(digits.slice(EXACT_HEX_DIGITS));
  const mantissa = digits.slice(0, EXACT_HEX_DIGITS).padEnd(EXACT_HEX_DIGITS, '0') + (isMore ? '1' : '0');
  const magnitude = timesPowerOfTwo(
    Number.parseInt(mantissa, 16),
    Number(exponent) + 4 * (whole.length - leadingZeros - mantissa.length),
  );
  return finiteNumber(sign === '-' ? -magnitude : magnitude);
}

function parseNumberWord(text: string): number | undefined {
  if (infinity.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return notANumber.test(text) ? Number.NaN : undefined;
}

function finiteNumber(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** In two steps, because 2 ** exponent alone may leave the range of a double although the product does not. */
function timesPowerOfTwo(value: number, exponent: number): number {
  const bounded = Math.max(-UNREACHABLE_EXPONENT, Math.min(UNREACHABLE_EXPONENT, exponent));
  const half = Math.trunc(bounded / 2);
  return value * 2 ** half * 2 ** (bounded - half);
}

/**
 * A point in time as constraints compare it, exact to the nanosecond.
 *
 * Two numbers and not one: nanoseconds since the epoch do not fit a double, and a bigint would be allocated and
 * multiplied anew for every value a request brings.
 */
export interface DatetimeValue {
  /** Whole seconds since the Unix epoch, rounded towards the past. */
  readonly seconds: number;
  /** 0–999 999 999. */
  readonly nanos: number;
}

const datetimePattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d?):(\d\d):(\d\d)(?:[.,](\d{1,9})\d*)?(?:Z|([+-])(\d\d):(\d\d)))?$/;

const CALENDAR_CYCLE_YEARS = 400;
const CALENDAR_CYCLE_SECONDS = 146_097 * 86_400;

/** The length of `toISOString()` for the years 0000–9999; other years are written with a sign and six digits. */
const ISO_LENGTH = '2006-01-02T15:04:05.000Z'.length;

/**
 * The moment a datetime means: RFC 3339 with a zone, or a date alone for its midnight UTC; undefined for any other
 * text and for dates that do not exist.
 *
 * Wider than `Date.parse` (one-digit hours, a comma before the fraction) and narrower (capital `T` and `Z`, a zone is
 * a must). Digits beyond nanoseconds are dropped. Never throws.
 */
export function parseDatetimeValue(text: string): DatetimeValue | undefined {
  const match = datetimePattern.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(numberOfDigits);
  const [fraction = '', sign, zoneHours, zoneMinutes] = match.slice(7);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;

  const offsetHours = numberOfDigits(zoneHours);
  const offsetMinutes = numberOfDigits(zoneMinutes);
  if (offsetHours > 24 || offsetMinutes > 60) return undefined;
  const offset = (offsetHours * 60 + offsetMinutes) * 60;

  const local =
    Date.UTC(year + CALENDAR_CYCLE_YEARS, month - 1, day, hour, minute, second) / 1000 -
    CALENDAR_CYCLE_SECONDS;
  return {
    seconds: sign === '-' ? local + offset : local - offset,
    nanos: numberOfDigits(fraction.padEnd(9, '0')),
  };
}

/** A date, a time and a zone (RFC 3339), with digits up to nanoseconds. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** The moment of a whole RFC 3339 text; undefined for any other text, dates that do not exist, and leap seconds. */
export function parseMoment(text: string): DatetimeValue | undefined {
  return MOMENT.test(text) ? parseDatetimeValue(text) : undefined;
}

/** The moment in whole microseconds; what is less is dropped. */
export function instantOf({ seconds, nanos }: DatetimeValue): Instant {
  return seconds * MICROS_PER_SECOND + Math.floor(nanos / 1000);
}

/** Negative when `left` is earlier, positive when it is later, 0 for the same nanosecond. */
export function compareDatetimeValues(left: DatetimeValue, right: DatetimeValue): number {
  return left.seconds - right.seconds || left.nanos - right.nanos;
}

/**
 * The text stored for a datetime: UTC, the fraction dropped, `Z`; a date alone stays as it is.
 *
 * Undefined when the text is no datetime, and also when its zone carries it out of the years 0000–9999: the result
 * could be stored but never be read again.
 */
export function normalizeDatetimeValue(text: string): string | undefined {
  const value = parseDatetimeValue(text);
  if (value === undefined) return undefined;
  if (!text.includes('T')) return text;
  const iso = new Date(value.seconds * 1000).toISOString();
  return iso.length === ISO_LENGTH ? iso.replace('.000Z', 'Z') : undefined;
}

/** `Date.UTC` takes the years 0–99 for 1900–1999; one cycle later the calendar is the same and the years are safe. */
function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year + CALENDAR_CYCLE_YEARS, month, 0)).getUTCDate();
}

function numberOfDigits(digits: string | undefined): number {
  return Number(digits ?? 0);
}

/**
 * The texts of an `isoneof` value: a JSON array of strings; undefined when one element is anything else.
 *
 * JSON `null` is the empty list, and a `null` element is `''`.
 */
export function parseStringList(text: string): readonly string[] | undefined {
  return parseList(text, '', (element): element is string => typeof element === 'string');
}

/**
 * The numbers of an `isoneof` value: a JSON array of numbers; undefined when one element is anything else or
 * overflows a double.
 *
 * JSON `null` is the empty list, and a `null` element is 0.
 */
export function parseNumberList(text: string): readonly number[] | undefined {
  // JSON.parse reads 1e400 as Infinity, which JSON itself cannot say.
  return parseList(text, 0, (element): element is number => Number.isFinite(element));
}

function parseList<T>(
  text: string,
  meaningOfNull: T,
  isElement: (value: unknown) => value is T,
): readonly T[] | undefined {
  const parsed = parseJsonText(text);
  if (parsed === null) return [];
  if (!Array.isArray(parsed)) return undefined;
  const elements = parsed.map((element: unknown) => element ?? meaningOfNull);
  return elements.every(isElement) ? elements : undefined;
}
