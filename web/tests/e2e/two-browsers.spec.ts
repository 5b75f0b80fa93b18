import { type Locator, type Page } from '@playwright/test';
import { type Management } from './support/management';
import { expect, test as base } from './support/test';

interface StoredFlag {
  readonly name: string;
  readonly description: string;
}

interface StoredRule {
  readonly id: string;
  readonly segmentKey: string;
  readonly distributions: readonly { readonly variantId: string; readonly rollout: number }[];
}

/** How long a page takes at most to hear of a change: it asks every 15 s. */
const NEWS = { timeout: 45_000 };

/** Two people at browsers of their own, which share nothing but the server. */
const test = base.extend<{ readonly ann: Page; readonly bob: Page }>({
  ann: async ({ page }, provide) => {
    await provide(page);
  },
  bob: async ({ browser, baseURL, guard }, provide) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    await guard.watch(context);
    await provide(await context.newPage());
    await context.close();
  },
});

test.setTimeout(240_000);

const FLAG = 'checkout';

async function openFlag({ namespaceKey }: Management, ...pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    await page.goto(`#/namespaces/${namespaceKey}/flags/${FLAG}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  }
}

const details = (page: Page): Locator => page.getByRole('region', { name: 'Details' });

const conflict = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Changed elsewhere' });

async function update(page: Page): Promise<void> {
  await details(page).getByRole('button', { name: 'Update' }).click();
}

const storedFlag = (management: Management): Promise<StoredFlag> =>
  management.get<StoredFlag>(`flags/${FLAG}`);

async function storedRules(management: Management): Promise<readonly StoredRule[]> {
  const { rules } = await management.get<{ readonly rules: readonly StoredRule[] }>(`flags/${FLAG}/rules`);
  return rules;
}

test('two browsers change different fields of a flag, and both changes stay', async ({
  ann,
  bob,
  management,
}) => {
  await management.createFlag({ key: FLAG, name: 'Checkout', description: 'first' });
  await openFlag(management, ann, bob);
  await details(ann).getByLabel('Name').fill('The checkout');
  await details(bob).getByLabel('Description').fill('by Bob');
  await update(bob);
  await expect(bob.getByText('Successfully updated flag')).toBeVisible();
  await update(ann);
  await expect(ann.getByText('Successfully updated flag')).toBeVisible();
  expect(await storedFlag(management)).toMatchObject({ name: 'The checkout', description: 'by Bob' });
  await expect(bob.getByRole('heading', { level: 1 })).toHaveText('The checkout', NEWS);
});

test('two browsers change the same fields, and the second decides on each of them', async ({
  ann,
  bob,
  management,
}) => {
  await management.createFlag({ key: FLAG, name: 'Checkout', description: 'first' });
  await openFlag(management, ann, bob);
  for (const [page, who] of [
    [ann, 'Ann'],
    [bob, 'Bob'],
  ] as const) {
    await details(page).getByLabel('Name').fill(`Checkout of ${who}`);
    await details(page).getByLabel('Description').fill(`by ${who}`);
  }
  await update(bob);
  await expect(bob.getByText('Successfully updated flag')).toBeVisible();

  await update(ann);
  const row = (field: string): Locator => conflict(ann).getByRole('row', { name: new RegExp(`^${field}`) });
  await expect(row('Description')).toContainText('by Ann');
  await expect(row('Description')).toContainText('by Bob');
  await conflict(ann).getByRole('button', { name: 'Keep editing' }).click();
  // Neither what is stored nor what she entered is lost by looking.
  expect(await storedFlag(management)).toMatchObject({ name: 'Checkout of Bob', description: 'by Bob' });
  await expect(details(ann).getByLabel('Name')).toHaveValue('Checkout of Ann');
  await expect(details(ann).getByLabel('Description')).toHaveValue('by Ann');

  await update(ann);
  await row('Name').getByRole('button', { name: 'Theirs' }).click();
  await conflict(ann).getByRole('button', { name: 'Use these values' }).click();
  await expect(ann.getByText('Successfully updated flag')).toBeVisible();
  expect(await storedFlag(management)).toMatchObject({ name: 'Checkout of Bob', description: 'by Ann' });
});

test('two browsers change the same namespace, and nothing of either is overwritten unasked', async ({
  ann,
  bob,
  management,
}) => {
  const { namespaceKey } = management;
  const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Edit Namespace' });
  const save = (page: Page): Promise<void> =>
    drawer(page).getByRole('button', { name: 'Update', exact: true }).click();
  const saved = (page: Page): Locator => page.getByText('Successfully updated namespace');
  const stored = (): Promise<unknown> => management.call('GET', `/api/v1/namespaces/${namespaceKey}`);
  for (const page of [ann, bob]) {
    await page.goto(`#/settings/namespaces?namespace=${namespaceKey}`);
    await expect(drawer(page)).toBeVisible();
  }
  // What she does not touch is his.
  await drawer(ann).getByLabel('Description').fill('by Ann');
  await drawer(bob).getByLabel('Name', { exact: true }).fill('Shop');
  await drawer(bob).getByLabel('Description').fill('by Bob');
  await save(bob);
  await expect(saved(bob)).toBeVisible();
  await expect(drawer(bob)).toHaveCount(0);

  await save(ann);
  const row = conflict(ann).getByRole('row', { name: /^Description/ });
  await expect(row).toContainText('by Ann');
  await expect(row).toContainText('by Bob');
  await expect(conflict(ann).getByRole('row', { name: /^Name/ })).toHaveCount(0);
  await conflict(ann).getByRole('button', { name: 'Keep editing' }).click();
  expect(await stored()).toMatchObject({ name: 'Shop', description: 'by Bob' });
  await expect(drawer(ann).getByText('Changed elsewhere.')).toBeVisible();
  await expect(drawer(ann).getByLabel('Name', { exact: true })).toHaveValue('Shop');
  await expect(drawer(ann).getByLabel('Description')).toHaveValue('by Ann');

  await save(ann);
  await conflict(ann).getByRole('button', { name: 'Use these values' }).click();
  await expect(saved(ann)).toBeVisible();
  await expect(drawer(ann)).toHaveCount(0);
  expect(await stored()).toMatchObject({ name: 'Shop', description: 'by Ann' });
});

test('one browser edits a rule that another one moves, and both changes stay', async ({
  ann,
  bob,
  management,
}) => {
  await management.createFlag({ key: FLAG, name: 'Checkout' });
  const blue = await management.createVariant(FLAG, { key: 'blue' });
  const green = await management.createVariant(FLAG, { key: 'green' });
  for (const [index, key] of ['beta', 'staff'].entries()) {
    await management.createSegment({ key });
    await management.createConstraint(key, {
      type: 'STRING_COMPARISON_TYPE',
      property: 'group',
      operator: 'eq',
      value: key,
    });
    await management.createRule(FLAG, { rank: index + 1, segmentKeys: [key], shares: { [blue.id]: 100 } });
  }
  await openFlag(management, ann, bob);
  const card = ann.getByRole('region', { name: 'Rule 1', exact: true });
  await card.getByRole('button', { name: 'Rule 1', exact: true }).click();
  const form = ann.getByRole('form', { name: 'Rule 1', exact: true });
  await form.getByRole('combobox', { name: 'Variant' }).click();
  await ann.getByRole('option', { name: 'green' }).click();

  const other = bob.getByRole('region', { name: 'Rule 1', exact: true });
  await other.getByRole('button', { name: 'Rule 1', exact: true }).focus();
  await bob.keyboard.press('Alt+ArrowDown');
  await expect
    .poll(async () => (await storedRules(management)).map(({ segmentKey }) => segmentKey))
    .toEqual(['staff', 'beta']);

  const rules = ann.getByRole('list', { name: 'Rules' });
  await rules.getByRole('button', { name: 'Update' }).click();
  await expect(ann.getByText('Successfully updated rule')).toBeVisible();
  // Her input went to the rule that she edited, and not to the one that has its place now.
  expect(await storedRules(management)).toMatchObject([
    { segmentKey: 'staff', distributions: [{ variantId: blue.id, rollout: 100 }] },
    { segmentKey: 'beta', distributions: [{ variantId: green.id, rollout: 100 }] },
  ]);
});

test('what one browser deletes is told to the other, which can make it again', async ({
  ann,
  bob,
  management,
}) => {
  await management.createFlag({ key: FLAG, name: 'Checkout', description: 'first' });
  await management.createVariant(FLAG, { key: 'blue', attachment: '{"hex":"#00f"}' });
  await openFlag(management, ann, bob);
  await bob.getByRole('button', { name: 'Actions', exact: true }).click();
  await bob.getByRole('menuitem', { name: 'Delete' }).click();
  await bob.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(bob.getByText('Successfully deleted flag')).toBeVisible();

  await expect(ann.getByRole('heading', { name: `The flag "${FLAG}" no longer exists` })).toBeVisible(NEWS);
  await ann.getByRole('button', { name: 'Recreate' }).click();
  await expect(ann.getByText('Successfully created flag')).toBeVisible();
  expect(await management.get(`flags/${FLAG}`)).toMatchObject({
    description: 'first',
    variants: [{ key: 'blue', attachment: '{"hex":"#00f"}' }],
  });
  await expect(bob.getByRole('heading', { level: 1 })).toHaveText('Flags');
});
