import { type Locator, type Page } from '@playwright/test';
import { choose, goTo, openByPalette, press, tabTo, typeInto } from './support/keyboard';
import { type Management } from './support/management';
import { expect, test } from './support/test';

test.setTimeout(300_000);

const card = (page: Page, position: number): Locator =>
  page.getByRole('region', { name: `Rule ${position}`, exact: true });

async function createVariantFlag(page: Page): Promise<void> {
  await page.keyboard.press('n');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Checkout');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  for (const key of ['blue', 'green']) {
    await press(page, 'New Variant');
    const drawer = page.getByRole('dialog', { name: 'New Variant' });
    await expect(drawer.getByLabel('Key', { exact: true })).toBeFocused();
    await page.keyboard.type(key);
    await page.keyboard.press('Control+Enter');
    await expect(drawer).toHaveCount(0);
  }
}

async function createSegment(page: Page): Promise<void> {
  await goTo(page, 's', 'Segments');
  await page.keyboard.press('n');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Beta');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Beta' })).toBeVisible();
  await press(page, 'New Constraint');
  const drawer = page.getByRole('dialog', { name: 'New Constraint' });
  await tabTo(page, drawer.getByLabel('Property'));
  await page.keyboard.type('group');
  await tabTo(page, drawer.getByLabel('Value'));
  await page.keyboard.type('beta');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Successfully created constraint')).toBeVisible();
  await expect(drawer).toHaveCount(0);
}

/** A rule for the segment; for both variants, or for the first of them. */
async function createRule(page: Page, mode: 'Multi-Variate' | 'Single Variant'): Promise<void> {
  await press(page, 'New Rule');
  const drawer = page.getByRole('dialog', { name: 'New Rule' });
  await tabTo(page, drawer.getByRole('combobox', { name: 'Segments' }));
  await page.keyboard.type('beta');
  await expect(page.getByRole('option', { name: 'beta' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // The group of modes is one stop, and arrows choose in it.
  await tabTo(page, drawer.getByRole('radio', { checked: true }));
  const wanted = drawer.getByRole('radio', { name: mode });
  while (!(await wanted.isChecked())) await page.keyboard.press('ArrowDown');
  if (mode === 'Single Variant') {
    await tabTo(page, drawer.getByRole('combobox', { name: 'Variant' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'blue' })).toBeVisible();
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox')).toHaveCount(0);
  }
  await page.keyboard.press('Control+Enter');
  await expect(drawer).toHaveCount(0);
}

interface StoredRule {
  readonly distributions: readonly { readonly rollout: number }[];
}

async function sharesOf(management: Management): Promise<readonly (readonly number[])[]> {
  const { rules } = await management.get<{ readonly rules: readonly StoredRule[] }>('flags/checkout/rules');
  return rules.map(({ distributions }) => distributions.map(({ rollout }) => rollout));
}

test('a variant flag is made, aimed, switched, reordered, tried and deleted by keys alone', async ({
  page,
  management,
}) => {
  await page.goto(`#/namespaces/${management.namespaceKey}/flags`);
  await expect(page.getByText('Flags let you change behaviour without a deploy.')).toBeVisible();
  await createVariantFlag(page);
  await createSegment(page);
  await openByPalette(page, 'checkout');
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await createRule(page, 'Multi-Variate');
  await createRule(page, 'Single Variant');
  await expect.poll(() => sharesOf(management)).toEqual([[50, 50], [100]]);

  await tabTo(page, card(page, 2).getByRole('button', { name: 'Rule 2', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => sharesOf(management)).toEqual([[100], [50, 50]]);

  await tabTo(page, page.getByRole('switch', { name: 'Enabled' }), 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('switch', { name: 'Enabled' })).toBeChecked();
  await expect(page.getByText('checkout enabled')).toBeVisible();

  await goTo(page, 'c', 'Console');
  await tabTo(page, page.getByRole('combobox', { name: 'Flag' }));
  await page.keyboard.type('check');
  await expect(page.getByRole('option', { name: /checkout/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Entity ID' }));
  await page.keyboard.type('somebody');
  await tabTo(page, page.getByRole('textbox', { name: 'Context' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('{"group": "beta"}');
  await page.keyboard.press('Control+Enter');
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect(result.getByTestId('result-value')).toHaveText('blue');
  await expect(result).toContainText('Matched rule 1');
  // The editor keeps Tab for itself until Escape (6.6).
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Context' })).not.toBeFocused();

  await openByPalette(page, 'checkout');
  await press(page, 'Actions');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete Flag' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, 'Delete', question);
  await expect(page.getByText('Successfully deleted flag')).toBeVisible();
  expect(await management.get('flags')).toMatchObject({ flags: [] });
});

test('a boolean flag gets a rollout and another default value by keys alone', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'other' });
  await page.goto(`#/namespaces/${management.namespaceKey}/flags`);
  await expect(page.getByRole('row', { name: /other/ })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Banner');
  await tabTo(page, page.getByRole('radio', { name: 'Variant' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Boolean' })).toBeChecked();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Banner' })).toBeVisible();

  await press(page, 'New Rollout');
  const drawer = page.getByRole('dialog', { name: 'New Rollout' });
  await tabTo(page, drawer.getByRole('textbox', { name: 'Percentage' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('70');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Successfully created rollout')).toBeVisible();
  expect(await management.get('flags/banner/rollouts')).toMatchObject({
    rules: [{ threshold: { percentage: 70, value: true } }],
  });

  const state = page.getByRole('group', { name: 'Default value' }).first();
  await tabTo(page, state.getByRole('button', { name: 'True' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Default value of banner is now True')).toBeVisible();
  expect(await management.get('flags/banner')).toMatchObject({ enabled: true });
});

async function copyTo(page: Page, namespaceKey: string, copied: string): Promise<void> {
  await press(page, 'Actions');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.type('Copy to');
  await expect(page.getByRole('menuitem', { name: 'Copy to Namespace' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Copy to Namespace' });
  await choose(page, dialog.getByRole('combobox', { name: 'Target namespace' }), namespaceKey);
  await press(page, 'Copy', dialog);
  await expect(page.getByText(copied).first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
}

test('metadata, a variant, the default variant and a segment are edited, and copied', async ({
  page,
  management,
}) => {
  const other = management.in(`other-${management.namespaceKey}`);
  await management.call('POST', '/api/v1/namespaces', { key: other.namespaceKey, name: other.namespaceKey });
  await management.createFlag({ key: 'checkout' });
  for (const key of ['blue', 'green']) await management.createVariant('checkout', { key });
  await management.createSegment({ key: 'beta' });
  await page.goto(`#/namespaces/${management.namespaceKey}/flags/checkout`);
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible();

  await press(page, 'Add Metadata');
  await typeInto(page, page.getByTestId('metadata-key-0'), 'owner');
  await typeInto(page, page.getByTestId('metadata-value-0'), 'ann');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Successfully updated flag')).toBeVisible();

  const variants = page.getByRole('region', { name: 'Variants', exact: true });
  await tabTo(page, variants.getByRole('row', { name: /blue/ }).getByRole('link', { name: 'Edit' }));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Edit Variant' });
  await typeInto(page, drawer.getByLabel('Description'), 'cold');
  await page.keyboard.press('Control+Enter');
  await expect(drawer).toHaveCount(0);

  await choose(page, page.getByTestId('variant-default-select-button'), 'green');
  await press(page, 'Update', page.getByRole('form', { name: 'Default Rule' }));
  await expect(page.getByText('Successfully updated default variant')).toBeVisible();
  await copyTo(page, other.namespaceKey, 'Successfully copied flag');

  await openByPalette(page, 'beta');
  await expect(page.getByRole('heading', { level: 1, name: 'beta' })).toBeVisible();
  await typeInto(page, page.getByLabel('Description'), 'The brave.');
  await press(page, 'Update');
  await expect(page.getByText('Successfully updated segment')).toBeVisible();
  await copyTo(page, other.namespaceKey, 'Successfully copied segment');

  expect(await other.get('flags/checkout')).toMatchObject({
    metadata: { owner: 'ann' },
    variants: [{ key: 'blue', description: 'cold' }, { key: 'green' }],
    defaultVariant: { key: 'green' },
  });
  expect(await other.get('segments/beta')).toMatchObject({ description: 'The brave.' });
});
