/** Which clock absolute times are shown on. */
export type ClockZone = 'local' | 'utc';

const spelling = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/i;

/**
 * The instant of a timestamp in either spelling of the server: RFC 3339, or `YYYY-MM-DD hh:mm:ss`, which is UTC.
 * Undefined for anything else. Keeps milliseconds only: order timestamps by `compareTimestamps`.
 */
export function parseTimestamp(text: string): Date | undefined {
  const parts = spelling.exec(text);
  if (parts === null) return undefined;
  const [, day = '', time = '', fraction = '', zone = 'Z'] = parts;
  const instant = new Date(`${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}${zone.toUpperCase()}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** A timestamp as text whose alphabetical order is the order in time, to the nanosecond. */
function sortable(text: string): string {
  const instant = parseTimestamp(text);
  if (instant === undefined) return '';
  const fraction = spelling.exec(text)?.[3] ?? '';
  return `${instant.toISOString().slice(0, 19)}.${fraction.padEnd(9, '0')}`;
}

/**
 * Orders two timestamps by all nine digits of their fractions, of which `Date` keeps three:
 * negative when the first is earlier. What is no timestamp comes first.
 */
export function compareTimestamps(first: string, second: string): number {
  const [one, other] = [sortable(first), sortable(second)];
  return one < other ? -1 : one > other ? 1 : 0;
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const seconds = { minute: 60, hour: 3_600, day: 86_400, month: 2_629_746, year: 31_556_952 };

/** How long ago, or how far ahead, as in `3 minutes ago`, `in 2 days`, `just now`. */
export function formatRelative(instant: Date, now: Date): string {
  const difference = (instant.getTime() - now.getTime()) / 1_000;
  const distance = Math.abs(difference);
  if (distance < 45) return difference > 5 ? 'in a moment' : 'just now';
  if (Math.round(distance / seconds.minute) < 60) return inUnits(difference, 'minute');
  if (Math.round(distance / seconds.hour) < 24) return inUnits(difference, 'hour');
  if (Math.round(distance / seconds.day) < 31) return inUnits(difference, 'day');
  if (Math.round(distance / seconds.month) < 12) return inUnits(difference, 'month');
  return inUnits(difference, 'year');
}

function inUnits(difference: number, unit: keyof typeof seconds): string {
  return relative.format(Math.round(difference / seconds[unit]), unit);
}

const options: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
};

const formats: Record<ClockZone, Intl.DateTimeFormat> = {
  local: new Intl.DateTimeFormat('en-GB', options),
  utc: new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }),
};

/** Date, time and zone, as in `3 Nov 2026, 09:05:00 UTC`. */
export function formatAbsolute(instant: Date, zone: ClockZone): string {
  return formats[zone].format(instant);
}

const timeOfDay = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const timesOfDay: Record<ClockZone, Intl.DateTimeFormat> = {
  local: new Intl.DateTimeFormat('en-GB', timeOfDay),
  utc: new Intl.DateTimeFormat('en-GB', { ...timeOfDay, timeZone: 'UTC' }),
};

/** The hour and the minute, as in `09:05`, where the day goes without saying. */
export function formatTimeOfDay(instant: Date, zone: ClockZone): string {
  return timesOfDay[zone].format(instant);
}
