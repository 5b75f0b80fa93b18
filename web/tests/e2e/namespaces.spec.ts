import { expectAccessible } from './support/accessibility';
import { expect, ownServerTest, test } from './support/test';

test('creates, edits and deletes a namespace, which was the current one', async ({ page, management }) => {
  const name = `Shop ${management.namespaceKey}`;
  const key = `shop-${management.namespaceKey}`;
  await page.goto('/#/settings/namespaces');
  await page.getByRole('button', { name: 'New Namespace' }).click();
  const drawer = page.getByRole('dialog', { name: 'New Namespace' });
  await expect(drawer.getByLabel('Name', { exact: true })).toBeFocused();
  await drawer.getByLabel('Name', { exact: true }).fill(name);
  await expect(drawer.getByLabel('Key')).toHaveValue(key);
  await drawer.getByLabel('Description').fill('of the shop');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Successfully created namespace')).toBeVisible();
  await expect(drawer).toHaveCount(0);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('of the shop');

  await page.getByRole('button', { name: /^Namespace: / }).click();
  await page.getByLabel('Search namespaces').fill(key);
  await page.getByRole('button', { name: new RegExp(key) }).click();
  await expect(page).toHaveURL(new RegExp(`/namespaces/${key}/flags`));
  await expect(page.getByRole('button', { name: `Namespace: ${name}` })).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Namespaces', exact: true }).click();
  await expect(row).toContainText('Current');
  await row.getByRole('link', { name: `Edit Namespace: ${name}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Namespace' });
  await edit.getByLabel('Name', { exact: true }).fill(`New ${name}`);
  await edit.getByLabel('Description').fill('of the new shop');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated namespace')).toBeVisible();
  await expect(row).toContainText('of the new shop');
  await expect(row).toContainText(`New ${name}`);

  await row.getByRole('button', { name: `Delete New ${name}` }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete Namespace' });
  await expect(confirm).toContainText('has no flags and no segments');
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Namespace: Default' })).toBeVisible();
});

test('a key that is wrong or taken is refused under its field', async ({ page, management }) => {
  await page.goto('/#/settings/namespaces?namespace=new');
  const drawer = page.getByRole('dialog', { name: 'New Namespace' });
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(drawer.getByText('Enter a name.')).toBeVisible();
  await expect(drawer.getByText('Enter a key.')).toBeVisible();
  await drawer.getByLabel('Name', { exact: true }).fill('Any');
  await drawer.getByLabel('Key').fill('a/b');
  await expect(drawer.getByText('Use letters, digits, hyphens, underscores and commas only.')).toBeVisible();
  await drawer.getByLabel('Key').fill(management.namespaceKey);
  await expect(drawer.getByText('A namespace with this key already exists.')).toBeVisible();
});

test('a namespace without flags is restored with its segments', async ({ page, management }) => {
  const { namespaceKey } = management;
  await management.createSegment({ key: 'beta' });
  await management.createConstraint('beta', {
    type: 'STRING_COMPARISON_TYPE',
    property: 'plan',
    operator: 'eq',
    value: 'pro',
  });
  await page.goto('/#/settings/namespaces');
  await page.getByRole('button', { name: `Delete ${namespaceKey}` }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete Namespace' });
  await expect(confirm).toContainText('With it goes: 1 segment.');
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: new RegExp(namespaceKey) })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  expect(await management.get('segments/beta')).toMatchObject({
    constraints: [{ property: 'plan', operator: 'eq', value: 'pro' }],
  });
});

test('a namespace with flags shows the refusal, and goes only by typing its key', async ({
  page,
  management,
}) => {
  const { namespaceKey } = management;
  await management.createFlag({ key: 'checkout' });
  await page.goto('/#/settings/namespaces');
  const row = page.getByRole('row', { name: new RegExp(namespaceKey) });
  // Only rows that are on the screen are counted, and other tests have namespaces, too.
  await row.scrollIntoViewIfNeeded();
  await expect(row.getByRole('cell').nth(3)).toHaveText('1');
  await page.getByRole('button', { name: `Delete ${namespaceKey}` }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete Namespace' });
  await expect(confirm).toContainText(
    `namespace "${namespaceKey}" cannot be deleted; flags must be deleted first`,
  );
  await expect(confirm).toContainText('It holds 1 flag and 0 segments.');
  await expectAccessible(page);
  const everything = confirm.getByRole('button', { name: 'Delete everything' });
  await expect(everything).toHaveAttribute('aria-disabled', 'true');
  await confirm.getByLabel(`Type ${namespaceKey} to confirm`).fill(namespaceKey);
  await everything.click();
  await expect(page.getByText('Successfully deleted namespace')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.getByRole('row', { name: new RegExp(namespaceKey) })).toHaveCount(0);
});

test('the default namespace cannot be deleted', async ({ page }) => {
  await page.goto('/#/settings/namespaces');
  const button = page.getByRole('button', { name: 'Delete Default' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription('The default namespace cannot be deleted');
  await button.click({ force: true });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a form with unsaved input asks before it is closed', async ({ page, management }) => {
  await page.goto(`/#/settings/namespaces?namespace=${management.namespaceKey}`);
  const drawer = page.getByRole('dialog', { name: 'Edit Namespace' });
  await drawer.getByLabel('Description').fill('half');
  await expect(drawer.getByRole('button', { name: 'Update' })).toBeEnabled();
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer.getByLabel('Description')).toHaveValue('half');
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(drawer).toHaveCount(0);

  await page.getByRole('link', { name: `Edit Namespace: ${management.namespaceKey}` }).click();
  await expect(drawer.getByLabel('Description')).toHaveValue('');
});

test('leaving the form of a new namespace may save it, and a refused key says so under its field', async ({
  page,
  management,
}) => {
  const name = `Left ${management.namespaceKey}`;
  const key = `left-${management.namespaceKey}`;
  await page.goto('/#/settings/namespaces?namespace=new');
  const drawer = page.getByRole('dialog', { name: 'New Namespace' });
  const keyField = drawer.getByLabel('Key');
  await drawer.getByLabel('Name', { exact: true }).fill('Any');
  await keyField.fill('own');
  await drawer.getByLabel('Name', { exact: true }).fill(name);
  await expect(keyField).toHaveValue('own');
  await keyField.fill('');
  await drawer.getByLabel('Name', { exact: true }).fill(`${name}!`);
  await expect(keyField).toHaveValue(key);

  // Made elsewhere since the page was opened.
  await management.call('POST', '/api/v1/namespaces', { key, name: 'First' });
  await page.keyboard.press('Control+Enter');
  await expect(drawer.getByText(/is not unique/)).toBeVisible();
  await expect(keyField).toBeFocused();
  await keyField.fill(`${key}-2`);
  await expect(drawer.getByText(/is not unique/)).toHaveCount(0);

  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Successfully created namespace')).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('cell', { name: `${key}-2` })).toBeVisible();
});

test('a namespace is made with the keyboard alone', async ({ page, management }) => {
  const name = `Typed ${management.namespaceKey}`;
  await page.goto('/#/settings/namespaces');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New Namespace' })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully created namespace')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
});

ownServerTest('read-only, nothing can be made, edited or deleted', async ({ page, server }) => {
  await server.stop();
  await server.startAgain({ PENNON_STORAGE_READ_ONLY: 'true' });
  await page.goto('/#/settings/namespaces');
  const button = page.getByRole('button', { name: 'New Namespace' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription('Not available in read-only mode');
  await expect(page.getByRole('row', { name: /Default/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Edit Namespace/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0);
});

test('a namespace is guarded by its menu, and not any more', async ({ page, management }) => {
  const { namespaceKey } = management;
  await page.goto('/#/settings/namespaces');
  const row = page.getByRole('row').filter({ hasText: namespaceKey });
  const guarded = row.getByText('Guarded', { exact: true });
  const choose = async (): Promise<void> => {
    await row.getByRole('button', { name: `Actions of ${namespaceKey}` }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Ask before changes' }).click();
    await page.keyboard.press('Escape');
  };
  await choose();
  await expect(guarded).toBeVisible();
  await page.reload();
  await expect(guarded).toBeVisible();
  await choose();
  await expect(guarded).toHaveCount(0);
});

test('a namespace is exported, and duplicated with all it holds', async ({ page, management }) => {
  const { namespaceKey } = management;
  await management.createSegment({ key: 'beta' });
  await management.createFlag({ key: 'checkout' });
  const { id } = await management.createVariant('checkout', { key: 'blue' });
  await management.createRule('checkout', { rank: 1, segmentKeys: ['beta'], shares: { [id]: 100 } });
  await page.goto('/#/settings/namespaces');
  await page.getByRole('button', { name: `Actions of ${namespaceKey}` }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe(`${namespaceKey}.json`);

  await page.getByRole('button', { name: `Actions of ${namespaceKey}` }).click();
  await page.getByRole('menuitem', { name: 'Duplicate…' }).click();
  const drawer = page.getByRole('dialog', { name: `New Namespace like ${namespaceKey}` });
  await drawer.getByLabel('Name', { exact: true }).fill(`Copy ${namespaceKey}`);
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Successfully created namespace')).toBeVisible();
  const copy = management.in(`copy-${namespaceKey}`);
  expect(await copy.get('flags/checkout/rules')).toMatchObject({
    rules: [{ segmentKey: 'beta', distributions: [{ rollout: 100 }] }],
  });
  expect(await copy.evaluate('variant', 'checkout', 'any')).toMatchObject({
    match: true,
    variantKey: 'blue',
  });
});
