/** Quick choices of the form, in days (dashboard.md TK-2). */
export const quickChoices = { week: 7, month: 30, quarter: 90, year: 365 } as const;

export type QuickChoice = keyof typeof quickChoices;

const dayText = /^(\d{4})-(\d\d)-(\d\d)$/;

/** The day after so many days, local, as a field of a date holds it: `2026-11-22`. */
export function dayAfter(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/**
 * The instant at which a chosen day ends in local time: the midnight after it (dashboard.md TK-2). Undefined for a text
 * that is no day.
 */
export function endOfDay(text: string): Date | undefined {
  const match = dayText.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  return new Date(year, month - 1, day + 1);
}
