import { type Page } from '@playwright/test';

/** The two looks of every page. */
export const themes = ['light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** Has the system of the person prefer a theme. Reloads, because a page takes it up before its first paint. */
export async function preferTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.reload();
}
