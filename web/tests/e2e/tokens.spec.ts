import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { authenticated, FIRST_TOKEN } from './support/authentication';
import { type Management } from './support/management';
import { signInWithToken, traces } from './support/sign-in';
import { expect, test } from './support/test';
import { themes } from './support/theme';

test.use(authenticated);

const DAY = 24 * 60 * 60_000;

async function openTokens(page: Page, query = ''): Promise<void> {
  await page.goto(`/#/settings/tokens${query}`);
  await signInWithToken(page, FIRST_TOKEN);
  await expect(page.getByRole('heading', { name: 'Static Tokens' })).toBeVisible();
}

async function createToken(
  management: Management,
  token: { readonly name: string; readonly expiresAt?: string; readonly namespaceKey?: string },
): Promise<string> {
  const { clientToken } = await management.call<{ clientToken: string }>(
    'POST',
    '/auth/v1/method/token',
    token,
  );
  return clientToken;
}

test('2.1, TK-2, TK-4: creates a token, whose secret is shown once and stays nowhere', async ({
  page,
  context,
  management,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const name = `token of ${management.namespaceKey}`;
  await openTokens(page);
  await page.getByRole('button', { name: 'New Token' }).click();
  const drawer = page.getByRole('dialog', { name: 'New Token' });
  await expect(drawer.getByText(/never expires can do anything/)).toBeVisible();
  await drawer.getByLabel('Name', { exact: true }).fill(name);
  await drawer.getByLabel('Description').fill('for a test');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Create' }).click();

  const dialog = page.getByRole('alertdialog', { name: 'Created Token' });
  const secret = await dialog.getByLabel(`Secret of ${name}`).inputValue();
  expect(secret.length).toBeGreaterThan(20);
  const close = dialog.getByRole('button', { name: 'Close' }).last();
  await expect(close).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText('Copied to clipboard')).toBeVisible();
  await close.click();
  await expect(dialog).toHaveCount(0);
  // The page itself may not read the clipboard (7, 5); people may.
  await page.getByRole('button', { name: /^Namespace: / }).click();
  const field = page.getByRole('textbox', { name: 'Search namespaces' });
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue(secret);
  await field.fill('');
  await page.keyboard.press('Escape');

  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('for a test');
  await expect(row).toContainText('All namespaces');
  await expect(row).toContainText('Never expires');
  expect(await traces(page)).not.toContain(secret);
});

test('2.1, TK-2: creates a token of one namespace that ends at midnight after its day', async ({
  page,
  management,
}) => {
  const { namespaceKey } = management;
  const name = `scoped to ${namespaceKey}`;
  await openTokens(page);
  await page.getByRole('button', { name: 'New Token' }).click();
  const drawer = page.getByRole('dialog', { name: 'New Token' });
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(drawer.getByText('Enter a name.')).toBeVisible();
  await drawer.getByLabel('Name', { exact: true }).fill(name);
  await drawer.getByLabel('Expires On').fill('2020-01-01');
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(drawer.getByText('Choose a date in the future.')).toBeVisible();
  await drawer.getByLabel('Expires On').fill('2099-12-31');
  await drawer.getByRole('checkbox', { name: 'Scope this token to a single namespace' }).click();
  await drawer.getByRole('combobox', { name: 'Namespace' }).fill(namespaceKey);
  await page.getByRole('option', { name: new RegExp(namespaceKey) }).click();
  await drawer.getByRole('button', { name: 'Create' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Created Token' });
  await dialog.getByRole('checkbox', { name: 'I have stored it' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText(`Only ${namespaceKey}`);
  const { authentications } = await management.call<{
    authentications: readonly { readonly expiresAt?: string; readonly metadata: Record<string, string> }[];
  }>('GET', '/auth/v1/tokens?method=METHOD_TOKEN&limit=100');
  const made = authentications.find(({ metadata }) => Object.values(metadata).includes(name));
  expect(new Date(made?.expiresAt ?? 0).toISOString()).toBe('2099-12-31T23:00:00.000Z');
});

test('2.1, TK-5: deletes one token after asking, and several at once', async ({ page, management }) => {
  const mark = management.namespaceKey;
  for (const name of [`one ${mark}`, `two ${mark}`, `three ${mark}`]) await createToken(management, { name });
  await openTokens(page, `?q=${mark}`);
  await expect(page.getByText('3 tokens shown')).toBeVisible();
  await page.getByRole('button', { name: `Delete one ${mark}` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Token' });
  await expect(dialog).toContainText('This cannot be undone.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 tokens shown')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all tokens shown' }).click();
  await page.getByRole('button', { name: 'Delete 2 selected' }).click();
  const both = page.getByRole('alertdialog', { name: 'Delete Tokens' });
  await expect(both).toContainText(`two ${mark}`);
  await expect(both).toContainText(`three ${mark}`);
  await both.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No token matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).not.toHaveURL(/q=/);
});

test('TK-5, TK-6: the token in use is marked, and is deleted only by typing its name', async ({
  page,
  management,
}) => {
  const name = `own ${management.namespaceKey}`;
  const own = await createToken(management, { name });
  await page.goto('/#/settings/tokens');
  await signInWithToken(page, own);
  await expect(page.getByRole('row', { name: /initial_bootstrap_token/ })).toContainText(
    'Delete it after setup',
  );
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('you');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Token' });
  await expect(dialog).toContainText('This signs you out');
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('4.14, TK-1: lists 130 tokens, sorts and filters them, and tells their ends', async ({
  page,
  management,
}) => {
  test.slow();
  const mark = management.namespaceKey;
  const { namespaceKey } = management;
  const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
  await createToken(management, { name: `expired ${mark}`, expiresAt: inDays(-1) });
  await createToken(management, { name: `soon ${mark}`, expiresAt: inDays(13.9) });
  await createToken(management, { name: `later ${mark}`, expiresAt: inDays(15), namespaceKey });
  for (let number = 0; number < 127; number += 1) {
    await createToken(management, { name: `plain ${mark} ${number}` });
  }
  await openTokens(page, `?q=${mark}`);
  await expect(page.getByText('130 tokens shown')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`expired ${mark}`) })).toContainText('Expired');
  await expect(page.getByRole('row', { name: new RegExp(`soon ${mark}`) })).toContainText('Expires soon');
  const later = page.getByRole('row', { name: new RegExp(`later ${mark}`) });
  await expect(later).toContainText('in 15 days');
  await expect(later).not.toContainText('Expires soon');

  await page.getByRole('button', { name: 'Expires' }).click();
  await expect(page.getByRole('columnheader', { name: 'Expires' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').nth(1)).toContainText(`expired ${mark}`);
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Expires soon' }).click();
  await expect(page.getByText('1 token shown')).toBeVisible();
  await page.goBack();
  await page.getByRole('combobox', { name: 'Scope' }).click();
  await page.getByRole('option', { name: `Only ${namespaceKey}` }).click();
  await expect(page.getByText('1 token shown')).toBeVisible();
  await expect(later).toBeVisible();
});

for (const theme of themes) {
  test(`6.6: tokens and sessions are accessible, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: 320, height: 640 });
    await openTokens(page);
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await expect(page).toHaveURL(/tab=sessions/);
    await expect(page.getByText('Nobody else is signed in.')).toBeVisible();
    await expectAccessible(page);
  });
}
