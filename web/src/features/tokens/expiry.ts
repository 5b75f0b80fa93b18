import { startOfDay } from '@/lib/days';

/** Quick choices of the form, in days. */
export const quickChoices = { week: 7, month: 30, quarter: 90, year: 365 } as const;

export type QuickChoice = keyof typeof quickChoices;

/** The day after so many days, local, as a field of a date holds it: `2026-11-22`. */
export function dayAfter(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/**
 * The instant at which a chosen day ends in local time: the midnight after it. Undefined for a text
 * that is no day.
 */
export function endOfDay(text: string): Date | undefined {
  return startOfDay(text, 'local', 1);
}
