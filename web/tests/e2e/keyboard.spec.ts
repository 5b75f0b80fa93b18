import { type Locator, type Page } from '@playwright/test';
import { type Management } from './support/management';
import { expect, test } from './support/test';

test.setTimeout(300_000);

/** More stops than any page has. */
const STOPS = 200;

/** Goes from stop to stop until the focus is on the target, as people do who have no pointer. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS; stop++) {
    if (await target.evaluate(isFocused)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never comes to ${target.toString()}`);
}

/** The JSON editor stands in a shadow root, which has a focus of its own. */
function isFocused(element: Element): boolean {
  const root = element.getRootNode();
  return (root instanceof ShadowRoot ? root : document).activeElement === element;
}

async function press(page: Page, name: string, within: Page | Locator = page): Promise<void> {
  await tabTo(page, within.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

/** Opens the page of a flag or a segment by the palette. */
async function openByPalette(page: Page, key: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search flags, segments, namespaces, pages and actions' });
  await expect(field).toBeFocused();
  await page.keyboard.type(key);
  await expect(field).toHaveValue(key);
  await expect(page.getByRole('option').first()).toContainText(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Two keys, one after the other, that lead to a section. */
async function goTo(page: Page, key: string, heading: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

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

test('2.1, 1.16: a variant flag is made, aimed, switched, reordered, tried and deleted by keys alone', async ({
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

test('2.1, 1.16: a boolean flag gets a rollout and another default value by keys alone', async ({
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
