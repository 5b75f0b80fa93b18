import { type ClockZone } from './time';

const dayText = /^(\d{4})-(\d\d)-(\d\d)$/;

/**
 * The midnight with which a day of the calendar begins, or one that many days later.
 *
 * @param text A day as a field of a date holds it: `2026-11-22`.
 * @returns undefined for a text that is no day.
 */
export function startOfDay(text: string, zone: ClockZone, daysLater = 0): Date | undefined {
  const match = dayText.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const midnight = [year, month - 1, day + daysLater] as const;
  return zone === 'utc' ? new Date(Date.UTC(...midnight)) : new Date(...midnight);
}
