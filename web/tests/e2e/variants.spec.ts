import { type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { slowDown } from './support/measurements';
import { expect, test } from './support/test';
import { preferTheme, themes } from './support/theme';

test.setTimeout(90_000);

/** Opens the flag `colours` of the test's namespace. */
async function openFlag(page: Page, { namespaceKey }: Management): Promise<void> {
  await page.goto(`#/namespaces/${namespaceKey}/flags/colours`);
  await expect(page.getByRole('heading', { name: 'colours', level: 1 })).toBeVisible();
}

/** Opens it with the drawer of a variant, or of a new one. */
async function openDrawer(page: Page, { namespaceKey }: Management, variant: string): Promise<void> {
  await page.goto(`#/namespaces/${namespaceKey}/flags/colours?variant=${variant}`);
  await expect(page.getByRole('dialog')).toBeVisible();
}

const variants = (page: Page): Locator => page.getByRole('region', { name: 'Variants', exact: true });
const drawer = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const row = (page: Page, key: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(key, { exact: true }) });

async function writeAttachment(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Attachment' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(text);
}

interface StoredVariant {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly attachment: string;
}

async function storedVariants(management: Management): Promise<readonly StoredVariant[]> {
  return (await management.get<{ variants: readonly StoredVariant[] }>('flags/colours')).variants;
}

test('variants are created by key, and each is edited', async ({ page, management }) => {
  await management.createFlag({ key: 'colours' });
  await openFlag(page, management);
  await expect(
    variants(page).getByText('Add at least two variants to serve different values.'),
  ).toBeVisible();
  for (const key of ['blue', 'green']) {
    await variants(page).getByRole('button', { name: 'New Variant' }).click();
    await drawer(page, 'New Variant').locator('#key').fill(key);
    await drawer(page, 'New Variant').getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('Successfully created variant').last()).toBeVisible();
    await expect(drawer(page, 'New Variant')).toBeHidden();
  }
  for (const [key, description] of [
    ['blue', 'cold'],
    ['green', 'calm'],
  ] as const) {
    await row(page, key).getByRole('link', { name: 'Edit' }).click();
    await expect(page).toHaveURL(new RegExp(`\\?variant=${key}$`));
    await drawer(page, 'Edit Variant').locator('#description').fill(description);
    await drawer(page, 'Edit Variant').getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('Successfully updated variant').last()).toBeVisible();
    await expect(drawer(page, 'Edit Variant')).toBeHidden();
    await expect(row(page, key)).toContainText(description);
  }
  expect(await storedVariants(management)).toMatchObject([
    { key: 'blue', description: 'cold' },
    { key: 'green', description: 'calm' },
  ]);
});

test('a key is needed, and of its own', async ({ page, management }) => {
  await management.createFlag({ key: 'colours' });
  await management.createVariant('colours', { key: 'blue' });
  await openDrawer(page, management, 'new');
  const create = drawer(page, 'New Variant').getByRole('button', { name: 'Create' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await drawer(page, 'New Variant').locator('#key').focus();
  await page.keyboard.press('Tab');
  await expect(drawer(page, 'New Variant').getByText('Enter a key.')).toBeVisible();
  await drawer(page, 'New Variant').locator('#key').fill('blue');
  await expect(
    drawer(page, 'New Variant').getByText('This flag already has a variant "blue".'),
  ).toBeVisible();
  await expect(create).toHaveAttribute('aria-disabled', 'true');
});

test('an attachment is sent with its numbers as typed, and laid out only when asked', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'colours' });
  await openDrawer(page, management, 'new');
  await drawer(page, 'New Variant').locator('#key').fill('blue');
  await writeAttachment(page, '{"b": 1.10, ');
  await expect(drawer(page, 'New Variant').getByText(/Attachment must be valid JSON \(line 1/)).toBeVisible();
  await expect(drawer(page, 'New Variant').getByRole('button', { name: 'Create' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await writeAttachment(page, '{"b": 1.10,   "a": 1e2}');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await drawer(page, 'New Variant').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Successfully created variant')).toBeVisible();
  const { document } = (await sent).postDataJSON() as { readonly document: { readonly document: string } };
  expect(document.document).toContain('"attachment":{"b":1.10,"a":1e2}');
  expect((await storedVariants(management))[0]?.attachment).toBe('{"b":1.10,"a":1e2}');
  await expect(row(page, 'blue')).toContainText('Object');

  // What changes is shown before it is saved.
  await row(page, 'blue').getByRole('link', { name: 'Edit' }).click();
  await writeAttachment(page, '{"b": 9007199254740993}');
  await drawer(page, 'Edit Variant').getByRole('button', { name: 'Format' }).click();
  await expect(page.getByRole('textbox', { name: 'Attachment' })).toContainText('  "b": 9007199254740993');
  await drawer(page, 'Edit Variant').getByRole('button', { name: 'Differences from what is stored' }).click();
  await expect(
    drawer(page, 'Edit Variant').getByRole('group', { name: 'Differences from what is stored' }),
  ).toContainText('"a": 1e2');
});

test('nothing that is typed is lost where the page follows slowly', async ({ page, management }) => {
  await management.createFlag({ key: 'colours' });
  await openDrawer(page, management, 'new');
  await writeAttachment(page, '{}');
  await slowDown(page);
  for (const text of ['{"hex": "#00f"}', '["a", "b", "c"]', '{"n": [1, 2, 3]}']) {
    await writeAttachment(page, text);
    await expect(page.getByRole('textbox', { name: 'Attachment' })).toHaveText(text);
  }
});

test('a long attachment scrolls in its editor, and pushes nothing out of the drawer', async ({
  page,
  management,
}) => {
  const lines = Array.from({ length: 200 }, (_, line) => `  "line ${line}": ${line}`);
  await management.createFlag({ key: 'colours' });
  await openDrawer(page, management, 'new');
  const editor = page.getByRole('textbox', { name: 'Attachment' });
  await editor.click();
  await page.keyboard.insertText(`{\n${lines.join(',\n')}\n}`);
  await expect(editor).toContainText('"line 199": 199');
  const scroller = editor.locator('xpath=..');
  const [height, content] = await scroller.evaluate((node) => [node.clientHeight, node.scrollHeight]);
  expect(content).toBeGreaterThan(3_000);
  expect(height).toBeLessThanOrEqual(28 * 16);
  await scroller.evaluate((node) => {
    node.scrollTop = 0;
  });
  await expect(editor).toContainText('"line 0": 0');
});

test('the tree of an attachment is looked through by keys and by pointer', async ({ page, management }) => {
  await management.createFlag({ key: 'colours' });
  await management.createVariant('colours', {
    key: 'blue',
    attachment: '{"limits":{"max":1.10,"names":["a","b"]},"on":true}',
  });
  await openDrawer(page, management, 'blue');
  const preview = page.getByRole('button', { name: 'Tree preview' });
  const tree = page.getByRole('tree', { name: 'Tree preview' });
  const item = (name: string): Locator => tree.getByRole('treeitem', { name, exact: true });
  await preview.press('Enter');
  await expect(tree.getByRole('treeitem')).toHaveText([
    '{ 2 members }',
    '"limits": { 2 members }',
    '"on": true',
  ]);

  // One stop of Tab; the arrows do the rest.
  await page.keyboard.press('Tab');
  await expect(item('{ 2 members }')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(item('"limits": { 2 members }')).toHaveAttribute('aria-expanded', 'true');
  await expect(item('"max": 1.10')).toHaveAttribute('aria-level', '3');
  await page.keyboard.press('ArrowRight');
  await expect(item('"max": 1.10')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item('"on": true')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item('"names": [ 2 items ]')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(item('1: "b"')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(item('1: "b"')).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(item('"limits": { 2 members }')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tree.locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(item('"limits": { 2 members }')).toBeFocused();

  await item('"limits": { 2 members }').click();
  await expect(item('"max": 1.10')).toBeHidden();
  await item('"limits": { 2 members }').click();
  await expect(item('"max": 1.10')).toBeVisible();

  // It follows the text, and waits while that is no JSON.
  await writeAttachment(page, '{"limits": {"max"');
  await expect(
    drawer(page, 'Edit Variant').getByText('The tree shows once there is valid JSON.'),
  ).toBeVisible();
  await writeAttachment(page, '{"limits": {"max": 2}}');
  await expect(item('"max": 2')).toBeVisible();
});

test('a tree shows the beginning of what is long, and says how much it holds back', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'colours' });
  const attachment = JSON.stringify(Array.from({ length: 1_200 }, (_, index) => index));
  await management.createVariant('colours', { key: 'blue', attachment });
  await openDrawer(page, management, 'blue');
  // By key: what is below the editor moves when that grows to its text.
  await page.getByRole('button', { name: 'Tree preview' }).press('Enter');
  const items = page.getByRole('tree', { name: 'Tree preview' }).getByRole('treeitem');
  await expect(items).toHaveCount(102);
  await expect(items.first()).toHaveText('[ 1,200 items ]');
  await expect(items.last()).toHaveText('1,100 more, in the text only');
});

test('renaming a key warns of code that compares with it', async ({ page, management }) => {
  await management.createFlag({ key: 'colours' });
  await management.createVariant('colours', { key: 'blue' });
  await openDrawer(page, management, 'blue');
  await drawer(page, 'Edit Variant').locator('#key').fill('azure');
  await expect(drawer(page, 'Edit Variant')).toContainText(
    'Code that compares with blue will stop matching.',
  );
  await drawer(page, 'Edit Variant').getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated variant')).toBeVisible();
  await expect(row(page, 'azure')).toBeVisible();
});

test('a variant says where it is used, becomes the default, and begins another', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'colours' });
  const blue = await management.createVariant('colours', { key: 'blue', attachment: '[1]' });
  await management.createSegment({ key: 'all' });
  await management.createRule('colours', { rank: 1, segmentKeys: ['all'], shares: { [blue.id]: 100 } });
  await openFlag(page, management);
  await expect(row(page, 'blue')).toContainText('Rule 1');
  await row(page, 'blue').getByRole('button', { name: 'Menu of blue' }).click();
  await page.getByRole('menuitem', { name: 'Set as default' }).click();
  await expect(page.getByText('Successfully updated default variant')).toBeVisible();
  await expect(row(page, 'blue')).toContainText('Default, rule 1');
  await row(page, 'blue').getByRole('button', { name: 'Menu of blue' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await drawer(page, 'New Variant').locator('#key').fill('navy');
  await drawer(page, 'New Variant').getByRole('button', { name: 'Create' }).click();
  await expect(row(page, 'navy')).toBeVisible();
  expect(await storedVariants(management)).toMatchObject([{}, { key: 'navy', attachment: '[1]' }]);
});

test('an unused variant is deleted and comes back with Undo', async ({ page, management }) => {
  await management.createFlag({ key: 'colours' });
  await management.createVariant('colours', { key: 'blue', attachment: '[1]' });
  await openFlag(page, management);
  await row(page, 'blue').getByRole('button', { name: 'Delete blue' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Variant' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Successfully deleted variant')).toBeVisible();
  await expect(row(page, 'blue')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'blue')).toBeVisible();
  expect(await storedVariants(management)).toMatchObject([{ key: 'blue', attachment: '[1]' }]);
});

test('a used variant is deleted only after its consequences were acknowledged, for good', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'colours' });
  const blue = await management.createVariant('colours', { key: 'blue' });
  const green = await management.createVariant('colours', { key: 'green' });
  await management.createSegment({ key: 'all' });
  const shares = { [blue.id]: 50, [green.id]: 50 };
  await management.createRule('colours', { rank: 1, segmentKeys: ['all'], shares });
  await openFlag(page, management);
  await expect(row(page, 'blue')).toContainText('Rule 1');
  await row(page, 'blue').getByRole('button', { name: 'Delete blue' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Variant' });
  await expect(dialog).toContainText('Rule 1: 50 % will get no variant.');
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('checkbox', { name: 'I understand' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Successfully deleted variant')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  expect(await storedVariants(management)).toMatchObject([{ key: 'green' }]);
});

test('a drawer with unsaved input asks before it closes, and Back closes a clean one', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'colours' });
  await openFlag(page, management);
  await variants(page).getByRole('button', { name: 'New Variant' }).click();
  await expect(drawer(page, 'New Variant')).toBeVisible();
  await page.goBack();
  await expect(drawer(page, 'New Variant')).toBeHidden();
  await variants(page).getByRole('button', { name: 'New Variant' }).click();
  await drawer(page, 'New Variant').locator('#key').fill('blue');
  await expect(drawer(page, 'New Variant').getByRole('button', { name: 'Create' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(drawer(page, 'New Variant').locator('#key')).toHaveValue('blue');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(drawer(page, 'New Variant')).toBeHidden();
  expect(await storedVariants(management)).toEqual([]);
});

test('what only the other type uses is told, and removed after a review', async ({ page, management }) => {
  await management.createFlag({ key: 'colours', type: 'BOOLEAN_FLAG_TYPE' });
  await management.createVariant('colours', { key: 'blue' });
  await openFlag(page, management);
  await expect(page.getByText('This boolean flag also has 1 variant (it has no effect).')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog', { name: 'Review changes' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This boolean flag also has')).toBeHidden();
  expect(await storedVariants(management)).toEqual([]);
});

for (const theme of themes) {
  test(`the drawer of variants is accessible in the ${theme} theme, wide and narrow`, async ({
    page,
    management,
  }) => {
    await management.createFlag({ key: 'colours' });
    await management.createVariant('colours', { key: 'blue', attachment: '{"a":1,"b":["c"]}' });
    await openDrawer(page, management, 'blue');
    await preferTheme(page, theme);
    await drawer(page, 'Edit Variant').locator('#key').fill('azure');
    await expect(page.getByRole('textbox', { name: 'Attachment' })).toBeVisible();
    await page.getByRole('button', { name: 'Tree preview' }).click();
    await page.getByRole('treeitem').last().hover();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectAccessible(page);
  });
}
