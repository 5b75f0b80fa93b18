import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { makeReadOnly } from './support/read-only';
import { expect, ownServerTest, test } from './support/test';
import { preferTheme, themes } from './support/theme';

const expected = { timeout: 15_000 };

const cards = [
  'Quick start',
  'Guides',
  'Integrate your application',
  'Changelog',
  'Community',
  'Contact',
  'About',
] as const;

async function expectCards(page: Page): Promise<void> {
  for (const name of cards) {
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible(expected);
  }
}

ownServerTest('the first visit shows the cards, and goes on to the flags', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Onboarding' })).toBeVisible(expected);
  await expectCards(page);
  await page.getByRole('button', { name: 'Continue to Dashboard' }).click();
  await expect(page).toHaveURL(/\/flags$/);
  await page.goto('/#/');
  await expect(page).toHaveURL(/\/flags$/);
});

ownServerTest(
  'sample data is loaded after it was listed, and removed again',
  async ({ page, management }) => {
    const samples = management.in('samples');
    await page.goto('/#/onboarding');
    await page.getByRole('button', { name: 'Load sample data' }).click();
    const question = page.getByRole('alertdialog', { name: 'Load sample data' });
    await expect(question.getByRole('listitem')).toHaveCount(7);
    await expect(question.getByText('flag checkout-button')).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(page.getByText('Sample data is loaded')).toBeVisible();
    expect(await samples.get<{ flags: unknown[] }>('flags')).toMatchObject({ totalCount: 4 });
    expect(await samples.get<{ segments: unknown[] }>('segments')).toMatchObject({ totalCount: 3 });
    expect(await samples.evaluate('variant', 'upload-limits', 'ann', { plan: 'beta' })).toMatchObject({
      match: true,
      variantKey: 'large',
    });
    expect(await samples.evaluate('boolean', 'new-search', 'ann', { plan: 'beta' })).toMatchObject({
      enabled: true,
    });
    await page.getByRole('link', { name: 'Open samples' }).click();
    await expect(page.getByRole('row', { name: /Checkout button/ })).toBeVisible();
    await page.goto('/#/onboarding');
    await page.getByRole('button', { name: 'Remove samples' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove samples' }).click();
    await expect(page.getByText('Sample data is removed')).toBeVisible();
    const { namespaces } = await management.call<{ namespaces: readonly { readonly key: string }[] }>(
      'GET',
      '/api/v1/namespaces',
    );
    expect(namespaces.map(({ key }) => key)).not.toContain('samples');
  },
);

ownServerTest('the steps work in place and tick themselves', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write']);
  await page.goto('/#/onboarding');
  const step = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
  const done = (name: string) => step(name).getByRole('img', { name: 'Done' });
  await page.getByLabel('Name of the flag').fill('New checkout');
  await step('Create a flag').getByRole('button', { name: 'Create' }).click();
  await expect(done('Create a flag')).toBeVisible(expected);
  await expect(done('Evaluate it')).toBeHidden();
  await step('Evaluate it').getByRole('button', { name: 'Evaluate' }).click();
  await expect(page.getByText('The answer is False.')).toBeVisible(expected);
  await expect(done('Evaluate it')).toBeVisible();
  await step('Copy a snippet').getByRole('button', { name: 'Copy snippet' }).click();
  await expect(done('Copy a snippet')).toBeVisible(expected);
  const snippet = page.getByRole('region', { name: 'Copy a snippet' });
  await expect(snippet).toContainText('evaluate/v1/boolean');
  await expect(snippet).toContainText('new-checkout');
});

test('there are no steps where nothing can be written', async ({ page }) => {
  await makeReadOnly(page);
  await page.goto('/#/onboarding');
  await expectCards(page);
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeHidden();
});

test('the help has the cards, shortcuts, a glossary and the order of evaluation', async ({ page }) => {
  await page.goto('/#/onboarding');
  await page.getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible(expected);
  await expectCards(page);
  await expect(page.getByRole('row', { name: /Command palette/ })).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'Default value' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'Boolean flag' })).toBeVisible();
  await expect(page.getByText(/^Version \S+/)).toBeVisible();
});

for (const theme of themes) {
  test(`both pages are accessible in the ${theme} theme`, async ({ page }) => {
    await preferTheme(page, theme);
    for (const path of ['onboarding', 'support']) {
      await page.goto(`/#/${path}`);
      await expectCards(page);
      await expectAccessible(page);
    }
  });
}

test('the help fits 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/#/support');
  await expectCards(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
