import { type Page } from '@playwright/test';
import { type Management } from './support/management';
import {
  firstContentfulPaint,
  interactions,
  layoutShift,
  scrollFrames,
  slowDown,
  timeFromPress,
  timeUntilThere,
  watchPage,
} from './support/measurements';
import { expect, test } from './support/test';

/*
 * The targets that are times: measured and printed. A machine that others use as well
 * misses them without a fault of the page, so a time fails no test; what was not measured does.
 */

test.setTimeout(300_000);

/** How far one notch of a wheel scrolls, in pixels. */
const WHEEL_STEP = 120;

const FLAG_LINK = '[data-row-link]';

/** Prints a time beside its target, both in milliseconds. */
function report(what: string, time: number, target: number): void {
  expect(time, what).toBeGreaterThan(0);
  console.log(`${what}: ${time.toFixed(0)} ms (target: ${target} ms)`);
}

async function importFlags(management: Management, count: number): Promise<void> {
  const flags = Array.from({ length: count }, (_, index) => ({
    key: `flag-${String(index).padStart(4, '0')}`,
    name: `Flag ${index}`,
    type: 'BOOLEAN_FLAG_TYPE',
    enabled: true,
  }));
  await management.importDocument({ flags });
}

async function openFlags(page: Page, { namespaceKey }: Management): Promise<void> {
  await page.goto(`/#/namespaces/${namespaceKey}/flags`);
}

test('first paint, first list and layout shift with 200 flags, on a slow machine and here', async ({
  page,
  browser,
  baseURL,
  guard,
  management,
}) => {
  await importFlags(management, 200);
  await watchPage(page);
  await openFlags(page, management);
  report('flags list usable, 200 flags', await timeUntilThere(page, FLAG_LINK), 600);

  // A browser that has nothing of the page yet.
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  await guard.watch(context);
  const slow = await context.newPage();
  await watchPage(slow);
  await slowDown(slow);
  await openFlags(slow, management);
  report('flags list usable, 200 flags, slow machine', await timeUntilThere(slow, FLAG_LINK), 2_000);
  report('first contentful paint, slow machine', await firstContentfulPaint(slow), 1_000);
  const shift = await layoutShift(slow);
  console.log(`layout shift: ${shift.toFixed(3)} (target: 0.05)`);
  expect(shift).toBeLessThanOrEqual(0.05);
  await context.close();
});

test('filter, scrolling, palette and interactions with 5,000 flags', async ({ page, management }) => {
  await importFlags(management, 5_000);
  await watchPage(page);
  await openFlags(page, management);
  await expect(page.getByText('1–50 of 5,000')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('combobox', { name: 'Flags per page' }).click();
  await page.getByRole('option', { name: 'All' }).click();
  await expect(page.getByText('1–5,000 of 5,000')).toBeVisible();
  const [choosing = 16] = await interactions(page);
  report('showing all 5,000 flags, worst interaction', choosing, 200);

  for (const [how, step] of [
    ['by the wheel', WHEEL_STEP],
    ['all of it within a second', undefined],
  ] as const) {
    const frames = await scrollFrames(page, step);
    report(`scroll frame, 5,000 flags, ${how}, median`, frames[Math.floor(frames.length / 2)] ?? 0, 16);
    report(`scroll frame, 5,000 flags, ${how}, worst`, frames[0] ?? 0, 16);
  }

  await page.getByRole('combobox', { name: 'Search flags' }).focus();
  await interactions(page);
  await page.keyboard.type('flag-4321', { delay: 60 });
  await expect(page.locator(FLAG_LINK)).toHaveCount(1);
  // Below 16 ms browsers report nothing.
  const [typing = 16] = await interactions(page);
  report('filter keystroke, 5,000 flags, worst', typing, 50);

  const palette = '[role="dialog"] [role="option"]';
  report('palette open, 5,000 flags, first time', await timeFromPress(page, 'Control+k', palette), 50);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  report('palette open, 5,000 flags', await timeFromPress(page, 'Control+k', palette), 50);
});

test('a page that is left alone asks for news and gets a 304', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout' });
  await openFlags(page, management);
  const answers: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    answers.push(`${response.status()} ${pathname.includes('/snapshot/') ? 'index' : pathname}`);
  });
  // From then on all that the page needs is there.
  await expect.poll(() => answers, { timeout: 60_000 }).toContain('304 index');
  answers.length = 0;
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
  expect(new Set(answers)).toEqual(new Set(['304 index']));
});
