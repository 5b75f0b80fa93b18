import { type Locator, type Page } from '@playwright/test';
import { type Management } from './support/management';
import { expect, test } from './support/test';

const notifications = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });

const saved = 'Default value of checkout is now True';

async function openFlags(page: Page, management: Management): Promise<void> {
  for (const key of ['checkout', 'search']) {
    await management.createFlag({ key, type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  }
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
  await expect(rowOf(page, 'checkout')).toBeVisible();
}

/** The row of a flag, or its card where the page is narrow. */
function rowOf(page: Page, key: string): Locator {
  return page
    .getByRole('main')
    .locator('tr, li')
    .filter({ has: page.getByText(key, { exact: true }) });
}

async function turn(page: Page, key: string, value: 'True' | 'False'): Promise<void> {
  await rowOf(page, key).getByRole('button', { name: value, exact: true }).click();
}

/** Lets the server fail from now on, as far as writes go. */
async function breakWrites(page: Page): Promise<void> {
  await page.route(/\/changes$/, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }));
}

for (const width of [1440, 390]) {
  test(`a message covers nothing of what was saved, ${width} px`, async ({ page, management }) => {
    await page.setViewportSize({ width, height: 844 });
    await openFlags(page, management);
    await turn(page, 'checkout', 'True');
    const message = notifications(page).getByText(saved);
    await expect(message).toBeVisible();
    const region = await notifications(page).boundingBox();
    const main = await page.getByRole('main').boundingBox();
    expect(region?.height).toBeGreaterThan(0);
    expect((region?.y ?? 0) + (region?.height ?? 0)).toBeLessThanOrEqual(main?.y ?? 0);
    // Neither does it so after the page was scrolled.
    await page.mouse.wheel(0, 400);
    await expect(message).toBeInViewport();
  });
}

test('messages show one at a time, and undo what they tell of', async ({ page, management }) => {
  await openFlags(page, management);
  await turn(page, 'checkout', 'True');
  await expect(notifications(page).getByText(saved)).toBeVisible();
  await turn(page, 'search', 'True');
  await expect(rowOf(page, 'search').getByRole('button', { name: 'True' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // The flag shows its new value before the message about it comes.
  await expect(notifications(page).getByText('Default value of search is now True')).toBeVisible();
  await expect(notifications(page).getByRole('button', { name: 'Dismiss' })).toHaveCount(1);
  await notifications(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'search').getByRole('button', { name: 'False' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(rowOf(page, 'checkout').getByRole('button', { name: 'True' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('errors are announced, and stay until they are dismissed', async ({ page, management }) => {
  await page.clock.install();
  await openFlags(page, management);
  await expect(notifications(page)).toHaveAttribute('aria-live', 'polite');
  await breakWrites(page);
  await turn(page, 'checkout', 'True');
  const error = notifications(page).getByRole('alert');
  await expect(error).toBeVisible();
  await page.clock.fastForward('01:00');
  await expect(error).toBeVisible();

  await page.unroute(/\/changes$/);
  await turn(page, 'search', 'True');
  const success = notifications(page).getByText('Default value of search is now True');
  await expect(success).toBeVisible();
  await expect(error).toHaveCount(0);
  await page.clock.fastForward('00:11');
  await expect(success).toHaveCount(0);
  await expect(error).toBeVisible();
  await error.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notifications(page).getByRole('button')).toHaveCount(0);
});
