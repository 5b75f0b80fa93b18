import { type Instant, instantOf, MICROS_PER_MILLISECOND, parseMoment } from '@pennon/domain';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** The time zone of this machine. */
export function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The zone that `--zone` gives; that of this machine unless given. @throws Error if it is not known. */
export function readZone(text: string | undefined): string {
  if (text === undefined) return machineZone();
  try {
    return Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new Error(`--zone takes a time zone such as Europe/Berlin, not ${JSON.stringify(text)}`);
  }
}

/** The zone in which times are told: UTC unless `--zone` gives one. @throws Error if that is not known. */
export function toldZoneOf(text: string | undefined): string {
  return text === undefined ? 'UTC' : readZone(text);
}

/**
 * The moment that `--at` gives: with a zone of its own, by a clock of the zone, or by that clock on the next such
 * weekday.
 *
 * @throws Error if it is no such text, is not in the future, or if the clock skips or repeats it.
 */
export function readTime(text: string, now: Instant, zone: string): Instant {
  const value = parseMoment(text);
  const instant = value === undefined ? localTime(text, now, zone) : instantOf(value);
  if (instant === undefined) {
    throw new Error(
      '--at takes a date and a time such as 2026-12-01T09:00:00Z, 2026-12-01T09:00:00+01:00, or without a zone ' +
        `2026-12-01T09:00, or "Mon 09:00", not ${JSON.stringify(text)}`,
    );
  }
  if (instant <= now) throw new Error(`--at must be in the future: ${text} is in the past`);
  return instant;
}

/** A moment in that zone and in that of this machine: `2026-12-01T09:00:00+01:00 Europe/Berlin`. */
export function timeInZones(instant: Instant, zone: string, machine = machineZone()): string {
  const ms = Math.floor(instant / MICROS_PER_MILLISECOND);
  return [...new Set([zone, machine])].map((one) => `${textIn(ms, one)} ${one}`).join(' = ');
}

function localTime(text: string, now: Instant, zone: string): Instant | undefined {
  const nowMs = now / MICROS_PER_MILLISECOND;
  const dated = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2}))?$/.exec(text);
  if (dated !== null) {
    const [, date = '', time = '', seconds = '00'] = dated;
    const value = parseMoment(`${date}T${time}:${seconds}Z`);
    return value === undefined ? undefined : instantAt(instantOf(value) / MICROS_PER_MILLISECOND, zone);
  }
  const [, name = '', time = ''] = /^([a-z]{3}) (\d{2}:\d{2})$/i.exec(text) ?? [];
  const weekday = weekdays.findIndex((one) => one === name.toLowerCase());
  const today = textIn(nowMs, zone).slice(0, 10);
  const first = parseMoment(`${today}T${time}:00Z`);
  if (weekday === -1 || first === undefined) return undefined;
  const firstMs = instantOf(first) / MICROS_PER_MILLISECOND;
  const days = (weekday - new Date(firstMs).getUTCDay() + 7) % 7;
  const next = instantAt(firstMs + days * DAY_MS, zone);
  return next > now ? next : instantAt(firstMs + (days + 7) * DAY_MS, zone);
}

/**
 * When a clock of the zone shows something.
 *
 * @param shown What it shows, as if it were UTC; in milliseconds.
 * @throws Error if it never does, or does twice.
 */
function instantAt(shown: number, zone: string): Instant {
  const around = [shown - DAY_MS, shown + DAY_MS].map((ms) => offsetAt(ms, zone));
  const found = [...new Set(around.map((offset) => shown - offset))].filter(
    (ms) => offsetAt(ms, zone) === shown - ms,
  );
  const [instant, again] = found.sort((one, other) => one - other);
  const text = new Date(shown).toISOString().slice(0, 16);
  if (instant === undefined) {
    const change = changeBetween(
      shown - Math.max(...around) - DAY_MS / 24,
      shown - Math.min(...around),
      zone,
    );
    const [before, after] = [change - MINUTE_MS, change].map((ms) => textIn(ms, zone).slice(0, 16));
    throw new Error(`--at: the clocks of ${zone} skip ${text}: say ${before ?? ''} or ${after ?? ''}`);
  }
  if (again !== undefined)
    throw new Error(
      `--at: the clocks of ${zone} show ${text} twice: say ${textIn(instant, zone)} or ${textIn(again, zone)}`,
    );
  return instant * MICROS_PER_MILLISECOND;
}

/** When the clocks of the zone are changed between two moments. All in milliseconds. */
function changeBetween(from: number, to: number, zone: string): number {
  let [low, high] = [from, to];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (middle <= low) break;
    if (offsetAt(middle, zone) === offsetAt(from, zone)) low = middle;
    else high = middle;
  }
  return high;
}

/** How far the clocks of the zone are ahead of UTC, in milliseconds. */
function offsetAt(ms: number, zone: string): number {
  const second = Math.floor(ms / 1000) * 1000;
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(second);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown - second;
}

function textIn(ms: number, zone: string): string {
  const offset = offsetAt(ms, zone);
  const shown = new Date(Math.floor(ms / 1000) * 1000 + offset).toISOString().slice(0, 19);
  const minutes = Math.abs(Math.trunc(offset / MINUTE_MS));
  const two = (value: number): string => `${value}`.padStart(2, '0');
  return offset === 0
    ? `${shown}Z`
    : `${shown}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
