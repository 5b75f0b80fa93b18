import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Source: contract/dashboard.md 5.5, accessibility. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails if axe finds anything wrong with what the page shows now, of any impact. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours on their way from one to another are neither.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async (only) => {
    const { axe: engine } = globalThis as unknown as { axe: typeof axe };
    const found = await engine.run(document, { runOnly: only, resultTypes: ['violations'] });
    return found.violations.map(({ id, impact, help, nodes }) => ({
      rule: `${id} (${impact ?? 'no impact'}): ${help}`,
      elements: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
    }));
  }, tags);
  expect(violations).toEqual([]);
}
