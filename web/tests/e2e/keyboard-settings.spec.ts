import { type Page } from '@playwright/test';
import { authenticated, FIRST_TOKEN } from './support/authentication';
import { choose, press, tabTo, typeInto } from './support/keyboard';
import { expect, test } from './support/test';

test.use(authenticated);

/** Signs in and comes to the page that was asked for. */
async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(`/#/settings${path}`);
  await typeInto(page, page.getByLabel('API token'), FIRST_TOKEN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
}

test('a token is created, its secret taken, and deleted', async ({ page, context, management }) => {
  await context.grantPermissions(['clipboard-write']);
  const name = `token of ${management.namespaceKey}`;
  await open(page, '/tokens', 'Static Tokens');
  await press(page, 'New Token');
  const drawer = page.getByRole('dialog', { name: 'New Token' });
  await typeInto(page, drawer.getByLabel('Name', { exact: true }), name);
  await press(page, '90 days', drawer);
  await press(page, 'Create', drawer);
  const secret = page.getByRole('alertdialog', { name: 'Created Token' });
  await press(page, 'Copy', secret);
  await expect(secret.getByText('Copied to clipboard')).toBeVisible();
  await tabTo(page, secret.getByRole('button', { name: 'Close' }).last());
  await page.keyboard.press('Enter');
  await expect(secret).toHaveCount(0);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toBeVisible();

  await press(page, `Delete ${name}`);
  await press(page, 'Delete', page.getByRole('alertdialog', { name: 'Delete Token' }));
  await expect(row).toHaveCount(0);
});

test('preferences are chosen, and a namespace is edited and deleted', async ({ page, management }) => {
  const { namespaceKey } = management;
  await open(page, '', 'Preferences');
  await choose(page, page.getByRole('combobox', { name: 'Theme' }), 'Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await tabTo(page, page.getByRole('switch', { name: 'UTC Timezone' }));
  await page.keyboard.press('Space');
  await expect(page.getByText(/Now it is .* UTC/)).toBeVisible();

  const tabs = page.getByRole('navigation', { name: 'Settings' });
  await tabTo(page, tabs.getByRole('link', { name: 'Namespaces' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: new RegExp(namespaceKey) });
  await tabTo(page, row.getByRole('link', { name: `Edit Namespace: ${namespaceKey}` }));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Edit Namespace' });
  await typeInto(page, drawer.getByLabel('Description'), 'of the shop');
  await press(page, 'Update', drawer);
  await expect(row).toContainText('of the shop');
  await expect(drawer).toHaveCount(0);

  await press(page, `Delete ${namespaceKey}`, row);
  await press(page, 'Delete', page.getByRole('alertdialog', { name: 'Delete Namespace' }));
  await expect(row).toHaveCount(0);
});
