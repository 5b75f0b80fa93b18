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

/** Has a page hear of no change that somebody else makes from now on. */
async function hearNothing(page: Page): Promise<void> {
  await page.route('**/internal/v1/evaluation/snapshot/**', (route) => route.fulfill({ status: 304 }));
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

test('two browsers change different fields of a flag: both changes stay, and the second is told', async ({
  ann,
  bob,
  management,
}) => {
  await management.createFlag({ key: FLAG, name: 'Checkout', description: 'first' });
  await openFlag(management, ann, bob);
  await hearNothing(ann);
  await details(ann).getByLabel('Name').fill('The checkout');
  await details(bob).getByLabel('Description').fill('by Bob');
  await update(bob);
  await expect(bob.getByText('Successfully updated flag')).toBeVisible();
  await update(ann);
  const told = 'Others changed meanwhile, and it was kept: flag checkout: description';
  await expect(ann.getByText(`Successfully updated flag. ${told}`)).toBeVisible();
  expect(await storedFlag(management)).toMatchObject({ name: 'The checkout', description: 'by Bob' });
  await expect(bob.getByRole('heading', { level: 1 })).toHaveText('The checkout', NEWS);
});

test('two browsers change the same parts of a flag, and the second decides on each of them', async ({
  ann,
  bob,
  management,
  guard,
}) => {
  guard.tolerate(/409 \(Conflict\)/);
  await management.createFlag({ key: FLAG, name: 'Checkout', description: 'first' });
  await openFlag(management, ann, bob);
  await hearNothing(ann);
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
  const row = (part: string): Locator =>
    conflict(ann).getByRole('row', { name: new RegExp(`^flag checkout: ${part}`) });
  await expect(row('description').getByRole('cell')).toHaveText([
    /revision \d+/,
    'first',
    'by Ann',
    'by Bob',
    /Yours/,
  ]);
  await expect(row('name')).toContainText('Checkout of Bob');
  await conflict(ann).getByRole('button', { name: 'Cancel' }).click();
  // Neither what is stored nor what she entered is lost by looking.
  expect(await storedFlag(management)).toMatchObject({ name: 'Checkout of Bob', description: 'by Bob' });
  await expect(details(ann).getByLabel('Name')).toHaveValue('Checkout of Ann');
  await expect(details(ann).getByLabel('Description')).toHaveValue('by Ann');
  await expect(details(ann).getByText('Changed elsewhere.')).toBeVisible();

  // What she has seen by now is asked about before it is sent.
  await update(ann);
  const field = (name: string): Locator =>
    conflict(ann).getByRole('row', { name: new RegExp(`^${name} first|^${name} Checkout`) });
  await field('Name').getByRole('button', { name: 'Theirs' }).click();
  await conflict(ann).getByRole('button', { name: 'Use these values' }).click();
  await expect(ann.getByText('Successfully updated flag')).toBeVisible();
  expect(await storedFlag(management)).toMatchObject({ name: 'Checkout of Bob', description: 'by Ann' });
});

test('a part that another browser changed unseen is saved as it was chosen, with all else as it is now', async ({
  ann,
  bob,
  management,
  guard,
}) => {
  guard.tolerate(/409 \(Conflict\)/);
  await management.createFlag({ key: FLAG, name: 'Checkout', description: 'first' });
  await management.createSegment({ key: 'beta' });
  await openFlag(management, ann, bob);
  await hearNothing(ann);
  await details(ann).getByLabel('Name').fill('Checkout of Ann');
  await details(ann).getByLabel('Description').fill('by Ann');
  await details(bob).getByLabel('Name').fill('Checkout of Bob');
  await update(bob);
  await expect(bob.getByText('Successfully updated flag')).toBeVisible();
  await management.createRule(FLAG, { rank: 1, segmentKeys: ['beta'] });

  await update(ann);
  await expect(conflict(ann).getByRole('row')).toHaveCount(2);
  await conflict(ann).getByRole('button', { name: 'Theirs' }).click();
  await conflict(ann).getByRole('button', { name: 'Use these values' }).click();
  await expect(ann.getByText(/^Successfully updated flag\. Others changed meanwhile/)).toBeVisible();
  expect(await storedFlag(management)).toMatchObject({ name: 'Checkout of Bob', description: 'by Ann' });
  expect(await storedRules(management)).toMatchObject([{ segmentKey: 'beta' }]);
  await expect(details(ann).getByLabel('Name')).toHaveValue('Checkout of Bob');

  // Where all of theirs is kept, there is nothing to save.
  await details(ann).getByLabel('Name').fill('Again of Ann');
  await details(bob).getByLabel('Name').fill('Again of Bob');
  await update(bob);
  await expect.poll(() => storedFlag(management)).toMatchObject({ name: 'Again of Bob' });
  await update(ann);
  await conflict(ann).getByRole('button', { name: 'Theirs' }).click();
  await conflict(ann).getByRole('button', { name: 'Use these values' }).click();
  await expect(ann.getByText('Nothing to save: you kept the values of the other change.')).toBeVisible();
  await expect(details(ann).getByLabel('Name')).toHaveValue('Again of Bob');
});

test('one browser deletes a rule that another one has edited unseen, and decides about it', async ({
  ann,
  bob,
  management,
  guard,
}) => {
  guard.tolerate(/409 \(Conflict\)/);
  await management.createFlag({ key: FLAG, name: 'Checkout' });
  const blue = await management.createVariant(FLAG, { key: 'blue' });
  const green = await management.createVariant(FLAG, { key: 'green' });
  await management.createSegment({ key: 'beta' });
  await management.createRule(FLAG, { rank: 1, segmentKeys: ['beta'], shares: { [blue.id]: 100 } });
  await openFlag(management, ann, bob);
  await hearNothing(ann);
  const card = bob.getByRole('region', { name: 'Rule 1', exact: true });
  await card.getByRole('button', { name: 'Rule 1', exact: true }).click();
  const form = bob.getByRole('form', { name: 'Rule 1', exact: true });
  await form.getByRole('combobox', { name: 'Variant' }).click();
  await bob.getByRole('option', { name: 'green' }).click();
  await bob.getByRole('list', { name: 'Rules' }).getByRole('button', { name: 'Update' }).click();
  await expect(bob.getByText('Successfully updated rule')).toBeVisible();

  await ann.getByTestId('rule-menu-button').click();
  await ann.getByRole('menuitem', { name: 'Delete' }).click();
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(conflict(ann).getByRole('row').last().getByRole('cell')).toHaveText([
    /^flag checkout: rule 1/,
    'beta → blue 100 %',
    'none',
    'beta → green 100 %',
    /Yours/,
  ]);
  expect(await storedRules(management)).toMatchObject([{ distributions: [{ variantId: green.id }] }]);
  await conflict(ann).getByRole('button', { name: 'Use these values' }).click();
  await expect(ann.getByText('Successfully deleted rule')).toBeVisible();
  expect(await storedRules(management)).toEqual([]);
});

test('two browsers add a rule each, and both can be kept', async ({ ann, bob, management, guard }) => {
  guard.tolerate(/409 \(Conflict\)/);
  await management.createFlag({ key: FLAG, name: 'Checkout' });
  await management.createVariant(FLAG, { key: 'blue' });
  await openFlag(management, ann, bob);
  await hearNothing(ann);
  for (const [page, key] of [
    [bob, 'staff'],
    [ann, 'beta'],
  ] as const) {
    await management.createSegment({ key });
    await page.getByRole('button', { name: 'New Rule' }).click();
    const drawer = page.getByRole('dialog', { name: 'New Rule' });
    await drawer.getByRole('combobox', { name: 'Segments' }).fill(key);
    await page.getByRole('option', { name: key }).first().click();
    await page.keyboard.press('Tab');
    await drawer.getByRole('button', { name: 'Create' }).click();
    if (page === bob) await expect(drawer).toBeHidden();
  }
  const row = conflict(ann).getByRole('row', { name: /^flag checkout: rule order of new/ });
  await expect(row).toContainText('beta → ');
  await expect(row).toContainText('staff → ');
  await expect(row.getByRole('button', { name: 'Both' })).toHaveAttribute('aria-pressed', 'true');
  await conflict(ann).getByRole('button', { name: 'Use these values' }).click();
  await expect(ann.getByText(/^Successfully created rule\./)).toBeVisible();
  expect((await storedRules(management)).map(({ segmentKey }) => segmentKey)).toEqual(['staff', 'beta']);
});

test('two browsers edit one constraint of a segment, and the second decides', async ({
  ann,
  bob,
  management,
  guard,
}) => {
  guard.tolerate(/409 \(Conflict\)/);
  await management.createSegment({ key: 'beta' });
  await management.createConstraint('beta', {
    ...{ type: 'STRING_COMPARISON_TYPE', property: 'plan', operator: 'eq', value: 'free' },
  });
  const edit = async (page: Page, value: string): Promise<void> => {
    await page.goto(`#/namespaces/${management.namespaceKey}/segments/beta`);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Value', exact: true }).fill(value);
  };
  await edit(ann, 'pro');
  await hearNothing(ann);
  await edit(bob, 'team');
  await bob.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
  await expect(bob.getByText('Successfully updated constraint')).toBeVisible();
  await ann.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
  const row = conflict(ann).getByRole('row', { name: /^segment beta: constraint/ });
  await expect(row.getByRole('cell')).toHaveText([/revision \d+/, 'free', 'pro', 'team', /Yours/]);
  await conflict(ann).getByRole('button', { name: 'Use these values' }).click();
  await expect(ann.getByText('Successfully updated constraint')).toBeVisible();
  expect(await management.get('segments/beta')).toMatchObject({ constraints: [{ value: 'pro' }] });
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

/** A flag with a rule for segment beta that gives blue, and the editor of its shares, which gives several variants. */
async function editShares(page: Page, management: Management, ...keys: readonly string[]): Promise<Locator> {
  await management.createFlag({ key: FLAG, name: 'Checkout' });
  await management.createSegment({ key: 'beta' });
  const blue = await management.createVariant(FLAG, { key: 'blue' });
  for (const key of keys) await management.createVariant(FLAG, { key });
  await management.createRule(FLAG, { rank: 1, segmentKeys: ['beta'], shares: { [blue.id]: 100 } });
  await openFlag(management, page);
  const card = page.getByRole('region', { name: 'Rule 1', exact: true });
  await card.getByRole('button', { name: 'Rule 1', exact: true }).click();
  const form = page.getByRole('form', { name: 'Rule 1', exact: true });
  await form.getByRole('radio', { name: 'Multi-Variate' }).check();
  return form;
}

async function renameVariant(page: Page, from: string, to: string): Promise<void> {
  const variants = page.getByRole('region', { name: 'Variants' });
  await variants.getByRole('row', { name: from }).getByRole('link', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog', { name: 'Edit Variant' });
  await drawer.getByRole('textbox', { name: 'Key', exact: true }).fill(to);
  await drawer.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated variant')).toBeVisible();
}

test('shares that one browser edits follow a variant that another one renames', async ({
  ann,
  bob,
  management,
  guard,
}) => {
  guard.tolerate(/409 \(Conflict\)/);
  const form = await editShares(ann, management, 'green');
  await hearNothing(ann);
  await openFlag(management, bob);
  await renameVariant(bob, 'blue', 'azure');
  await form.getByRole('button', { name: 'Update' }).click();
  // Nobody else changed the shares.
  await expect(ann.getByText('Successfully updated rule')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Share of azure' })).toHaveValue(/^50/);
  await expect(form.getByRole('textbox', { name: 'Share of green' })).toHaveValue(/^50/);
});

test('a share of a variant that another browser deletes is named, and can be removed', async ({
  ann,
  management,
  guard,
}) => {
  guard.tolerate(/409 \(Conflict\)/);
  const form = await editShares(ann, management, 'green', 'zed');
  await hearNothing(ann);
  const { variants } = await management.get<{
    readonly variants: readonly { readonly id: string; readonly key: string }[];
  }>(`flags/${FLAG}`);
  await management.send(
    'DELETE',
    `flags/${FLAG}/variants/${variants.find(({ key }) => key === 'zed')?.id ?? ''}`,
  );
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(conflict(ann)).toContainText(`Uses flag ${FLAG}: variant zed, which was deleted.`);
  await conflict(ann).getByText('Close', { exact: true }).click();
  await expect(form.getByText('This variant was deleted. Remove its share.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Update' })).toBeDisabled();
  await form.getByRole('button', { name: 'Remove zed' }).click();
  await form.getByRole('button', { name: 'Split evenly' }).click();
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(ann.getByText('Successfully updated rule')).toBeVisible();
  expect((await storedRules(management))[0]?.distributions.map(({ rollout }) => rollout)).toEqual([50, 50]);
});

test('a variant that is deleted while its form is open can be kept, and the form closes', async ({
  ann,
  management,
  guard,
}) => {
  guard.tolerate(/409 \(Conflict\)/);
  await management.createFlag({ key: FLAG, name: 'Checkout' });
  const { id } = await management.createVariant(FLAG, { key: 'blue', name: 'Blue' });
  await openFlag(management, ann);
  await hearNothing(ann);
  await ann.getByRole('region', { name: 'Variants' }).getByRole('link', { name: 'Edit' }).click();
  const drawer = ann.getByRole('dialog', { name: 'Edit Variant' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Azure');
  await management.send('DELETE', `flags/${FLAG}/variants/${id}`);
  await drawer.getByRole('button', { name: 'Update' }).click();
  await conflict(ann).getByRole('button', { name: 'Use these values' }).click();
  await expect(ann.getByText('Successfully updated variant')).toBeVisible();
  await expect(drawer).toBeHidden();
  const { variants } = await management.get<{ readonly variants: readonly object[] }>(`flags/${FLAG}`);
  expect(variants).toMatchObject([{ key: 'blue', name: 'Azure' }]);
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
