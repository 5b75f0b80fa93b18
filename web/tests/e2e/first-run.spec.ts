import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Page } from '@playwright/test';
import { FreshCheckout } from './support/fresh-checkout';
import { expect as base, test as shared } from './support/test';

const run = promisify(execFile);

const expect = base.configure({ timeout: 15_000 });

/** Pages of a service that was run as the README says. */
const test = shared.extend<object, { readonly checkout: FreshCheckout }>({
  checkout: [
    // Playwright reads the names of what it needs from the pattern.
    async ({}, provide) => {
      const checkout = await FreshCheckout.start();
      await provide(checkout);
      await checkout.remove();
    },
    // All packages are installed, and all is built.
    { scope: 'worker', timeout: 900_000 },
  ],
  address: async ({ checkout }, provide) => {
    await provide(checkout.url);
  },
});

test.setTimeout(180_000);

async function createFlag(page: Page, name: string, type: 'Variant' | 'Boolean'): Promise<void> {
  await page.getByRole('link', { name: 'Flags', exact: true }).first().click();
  await page.getByRole('button', { name: 'New Flag' }).first().click();
  await page.getByLabel('Name', { exact: true }).first().fill(name);
  await page.getByRole('radio', { name: type }).click();
}

test('from a fresh clone to an answer in a shell', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write']);
  await page.goto('/');
  await page.getByRole('button', { name: 'Continue to Dashboard' }).click();

  await createFlag(page, 'Dark mode', 'Boolean');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dark mode' })).toBeVisible();

  await createFlag(page, 'Checkout', 'Variant');
  for (const [position, key] of ['blue', 'green'].entries()) {
    await page.getByRole('button', { name: 'New Variant' }).click();
    const variant = page.getByRole('group', { name: `Variant ${position + 1}`, exact: true });
    await variant.getByLabel('Key', { exact: true }).fill(key);
  }
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await page.getByRole('switch', { name: 'Enabled' }).first().click();

  await page.getByRole('link', { name: 'Segments', exact: true }).first().click();
  await page.getByRole('button', { name: 'New Segment' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Everybody');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Everybody' })).toBeVisible();

  await page.goto('/#/namespaces/default/flags/checkout');
  await page.getByRole('button', { name: 'New Rule' }).click();
  const rule = page.getByRole('dialog', { name: 'New Rule' });
  await rule.getByRole('combobox', { name: 'Segments' }).fill('everybody');
  await page.getByRole('option', { name: 'everybody' }).click();
  await page.keyboard.press('Tab');
  await rule.getByRole('radio', { name: 'Multi-Variate' }).click();
  await rule.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Successfully created rule')).toBeVisible();

  await page.getByRole('link', { name: 'Flags', exact: true }).first().click();
  const row = page.getByRole('row').filter({ has: page.locator('[data-row-link="checkout"]') });
  await expect(row.getByRole('img', { name: /50 %.*blue.*50 %.*green/ })).toBeVisible();

  await page.goto('/#/namespaces/default/console/checkout');
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('<ENTITY_ID>');
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
  const answer = page.getByRole('region', { name: 'Result', exact: true }).getByTestId('result-value');
  await expect(answer).toHaveText(/^(blue|green)$/);
  const variantKey = await answer.innerText();

  await page.goto('/#/namespaces/default/flags/checkout/code');
  await page.getByRole('tab', { name: 'curl' }).click();
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied to clipboard' })).toBeAttached();
  // Pages may write to the clipboard and not read it, so the command is taken from what is shown.
  const command = await page.getByRole('region', { name: 'Code for curl' }).innerText();
  const { stdout } = await run('/bin/sh', ['-c', command]);
  expect(JSON.parse(stdout)).toMatchObject({ match: true, variantKey });
});
