import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { expect, ownServerTest, test } from './support/test';
import { themes } from './support/theme';

test('the UTC switch changes the clock, and is kept', async ({ page }) => {
  await page.goto('/#/settings');
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
  await expect(page.getByText(/Now it is .*(CET|CEST|GMT\+\d)/)).toBeVisible();
  await page.getByRole('switch', { name: 'UTC Timezone' }).click();
  await expect(page.getByText(/Now it is .* UTC/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'UTC Timezone' })).toBeChecked();
});

test('the theme is chosen, shown at once, and kept', async ({ page }) => {
  await page.goto('/#/settings');
  const theme = page.getByRole('combobox', { name: 'Theme' });
  for (const [name, shown] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
    ['System', 'light'],
  ] as const) {
    await theme.click();
    await page.getByRole('option', { name }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', shown);
    await page.reload();
    await expect(theme).toHaveText(name);
    await expect(page.locator('html')).toHaveAttribute('data-theme', shown);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('density, motion and shortcuts are kept, and reset', async ({ page }) => {
  await page.goto('/#/settings');
  await page.getByRole('button', { name: 'Compact' }).click();
  await page.getByRole('button', { name: 'Reduced' }).click();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.getByLabel('Stale after (days)').fill('30');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced');
  await expect(page.getByLabel('Stale after (days)')).toHaveValue('30');
  await page.getByRole('heading', { name: 'Preferences' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Reset preferences' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).toBeChecked();
  await expect(page.getByLabel('Stale after (days)')).toHaveValue('30');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

/** The longest transition or animation that anything on the page may have, in seconds. */
async function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() => {
    const durations = [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element);
      return `${transitionDuration},${animationDuration}`.split(',').map(parseFloat);
    });
    return Math.max(...durations);
  });
}

test('nothing moves for who wants less motion, by the system or by the dashboard', async ({ page }) => {
  await page.goto('/#/settings/namespaces?namespace=new');
  await expect(page.getByRole('dialog', { name: 'New Namespace' })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await longestMotion(page)).toBeGreaterThan(0.05);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await longestMotion(page)).toBeLessThan(0.001);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/#/settings');
  await page.getByRole('button', { name: 'Reduced' }).click();
  await expect.poll(() => longestMotion(page)).toBeLessThan(0.001);
});

test('a number of days that makes no sense is not kept', async ({ page }) => {
  await page.goto('/#/settings');
  await page.getByLabel('Stale after (days)').fill('0');
  await expect(page.getByText('Enter a number of days from 1 to 3,650.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Stale after (days)')).toHaveValue('30');
});

test('what is kept about personas is wiped, in other tabs as well', async ({ page, context }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('arranged') !== null) return;
    sessionStorage.setItem('arranged', 'yes');
    const personas = [{ name: 'Ann', entityId: 'ann', context: { plan: 'beta' } }];
    localStorage.setItem('pennon.personas', JSON.stringify({ version: 1, personas }));
  });
  await page.goto('/#/settings');
  const memory = page.getByRole('region', { name: 'Memory' });
  await expect(memory.getByText('1 persona')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/#/settings');
  await expect(other.getByRole('region', { name: 'Memory' }).getByText('1 persona')).toBeVisible();
  await memory.getByRole('button', { name: 'Forget personas' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(memory.getByText('0 personas')).toBeVisible();
  await expect(other.getByRole('region', { name: 'Memory' }).getByText('0 personas')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('pennon.personas'))).toBeNull();
});

test('where one was is wiped, in other tabs as well', async ({ page, context, management }) => {
  await management.createFlag({ key: 'checkout' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible();
  await page.goto('/#/settings');
  const memory = page.getByRole('region', { name: 'Memory' });
  await expect(memory.getByText('2 recent items')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/#/settings');
  await expect(other.getByRole('region', { name: 'Memory' }).getByText('2 recent items')).toBeVisible();
  await memory.getByRole('button', { name: 'Forget recent items' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(memory.getByText('0 recent items')).toBeVisible();
  await expect(other.getByRole('region', { name: 'Memory' }).getByText('0 recent items')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('pennon.recents'))).toBeNull();
});

test('changes in a guarded namespace are reviewed first', async ({ page, management }) => {
  const { namespaceKey } = management;
  await page.goto('/#/settings');
  await page.getByRole('combobox', { name: 'Guarded namespaces' }).fill(namespaceKey);
  await page.getByRole('option', { name: new RegExp(namespaceKey) }).click();
  await page.goto(`/#/settings/namespaces?namespace=${namespaceKey}`);
  const drawer = page.getByRole('dialog', { name: 'Edit Namespace' });
  await drawer.getByLabel('Description').fill('looked over');
  await drawer.getByRole('button', { name: 'Update' }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await expect(review).toContainText('looked over');
  await review.getByRole('button', { name: 'Cancel' }).click();
  expect(await management.call('GET', `/api/v1/namespaces/${namespaceKey}`)).toMatchObject({
    description: '',
  });

  await drawer.getByRole('button', { name: 'Update' }).click();
  await review.getByRole('button', { name: `Change ${namespaceKey}` }).click();
  await expect(page.getByText('Successfully updated namespace')).toBeVisible();
  expect(await management.call('GET', `/api/v1/namespaces/${namespaceKey}`)).toMatchObject({
    description: 'looked over',
  });
});

test('the server page tells what runs', async ({ page, context, management }) => {
  await context.grantPermissions(['clipboard-write']);
  const { version } = await management.call<{ version: string }>('GET', '/meta/info');
  await page.goto('/#/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Server' }).click();
  await expect(page.getByText(version, { exact: true })).toBeVisible();
  await expect(page.getByText('SERVING')).toBeVisible();
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByText('Copied to clipboard')).toBeAttached();
  // The page itself may not read the clipboard (7, 5); people may.
  await page.getByRole('button', { name: /^Namespace: / }).click();
  const field = page.getByRole('textbox', { name: 'Search namespaces' });
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue(new RegExp(`Version: ${version}`));
});

test('where the token method is off, the page of tokens says so and names the setting', async ({ page }) => {
  await page.goto('/#/settings/tokens');
  await expect(page.getByText('authentication.methods.token.enabled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Token' }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

ownServerTest(
  'tokens that were made before the method was switched off are still listed, and can be deleted',
  async ({ page, server, management }) => {
    await server.stop();
    await server.startAgain({ PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true' });
    await management.call('POST', '/auth/v1/method/token', { name: 'from before' });
    await server.stop();
    await server.startAgain({});
    await page.goto('/#/settings/tokens');
    await expect(page.getByText('authentication.methods.token.enabled')).toBeVisible();
    await expect(page.getByRole('row', { name: /from before/ })).toBeVisible();
    await page.getByRole('button', { name: 'Delete from before' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Deleted 1 token')).toBeVisible();
    await expect(page.getByRole('row', { name: /from before/ })).toHaveCount(0);
  },
);

for (const theme of themes) {
  test(`settings are accessible and fit 320 px, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: 320, height: 640 });
    for (const [path, heading] of [
      ['/#/settings', 'Preferences'],
      ['/#/settings/namespaces', 'Namespaces'],
      ['/#/settings/server', 'Server'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
  });
}
