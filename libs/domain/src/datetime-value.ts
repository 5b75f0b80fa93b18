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

const pattern =
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
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(toNumber);
  const [fraction = '', sign, zoneHours, zoneMinutes] = match.slice(7);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;

  const offsetHours = toNumber(zoneHours);
  const offsetMinutes = toNumber(zoneMinutes);
  if (offsetHours > 24 || offsetMinutes > 60) return undefined;
  const offset = (offsetHours * 60 + offsetMinutes) * 60;

  const local =
    Date.UTC(year + CALENDAR_CYCLE_YEARS, month - 1, day, hour, minute, second) / 1000 -
    CALENDAR_CYCLE_SECONDS;
  return {
    seconds: sign === '-' ? local + offset : local - offset,
    nanos: toNumber(fraction.padEnd(9, '0')),
  };
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

function toNumber(digits: string | undefined): number {
  return Number(digits ?? 0);
}
