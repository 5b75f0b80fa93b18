const age = /^([<>])(\d+)([hdwmy])$/;
const date = /^([<>])(\d{4}-\d{2}-\d{2})$/;

const HOUR = 3_600_000;
const units: Readonly<Record<string, number>> = {
  h: HOUR,
  d: 24 * HOUR,
  w: 7 * 24 * HOUR,
  m: 30 * 24 * HOUR,
  y: 365 * 24 * HOUR,
};

/**
 * Reads `<30d` (less than 30 days ago), `>2w`, `>2026-01-01` (after that day began) or `<2026-01-01`.
 *
 * @returns A test of RFC 3339 texts; undefined for another value.
 */
export function timeTest(value: string, now: number): ((time: string) => boolean) | undefined {
  const [, ageSign, count, unit = ''] = age.exec(value) ?? [];
  if (ageSign !== undefined) {
    const limit = now - Number(count) * (units[unit] ?? 0);
    return (time) => (ageSign === '<' ? Date.parse(time) > limit : Date.parse(time) < limit);
  }
  const [, sign, day = ''] = date.exec(value) ?? [];
  const moment = Date.parse(day);
  if (sign === undefined || Number.isNaN(moment)) return undefined;
  return (time) => (sign === '>' ? Date.parse(time) >= moment : Date.parse(time) < moment);
}
