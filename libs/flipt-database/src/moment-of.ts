import { MICROS_PER_MILLISECOND, type Instant } from '@pennon/domain';

/** As the drivers of Flipt write moments: with or without a fraction and a zone, which is UTC where there is none. */
const written =
  /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?\s*(Z|[+-]\d\d(?::?\d\d)?)?(?:\s+[A-Z]+)?$/;

/** The moment that a database shows as this text; undefined when it shows none. */
export function momentOf(text: string): Instant | undefined {
  const [, date, time, fraction = '', zone = 'Z'] = written.exec(text) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const milliseconds = Date.parse(`${date}T${time}${zoneOf(zone)}`);
  if (Number.isNaN(milliseconds)) return undefined;
  return milliseconds * MICROS_PER_MILLISECOND + Number(fraction.padEnd(6, '0').slice(0, 6));
}

/** `+00`, `+0000` and `+00:00` are one zone, and only the last is ISO. */
function zoneOf(zone: string): string {
  if (zone === 'Z') return zone;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
