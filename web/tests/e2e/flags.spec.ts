import { type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { changeRights, makeReadOnly } from './support/read-only';
import { expect, ownServerTest, test } from './support/test';
import { preferTheme, themes } from './support/theme';

const expected = { timeout: 15_000 };

async function openFlags(page: Page, { namespaceKey }: Management, search = ''): Promise<void> {
  await page.goto(`/#/namespaces/${namespaceKey}/flags${search}`);
  await expect(page.getByRole('heading', { name: 'Flags', exact: true })).toBeVisible(expected);
}

/** The row of a flag in the table. */
function rowOf(page: Page, key: string): Locator {
  return page.getByRole('row').filter({ has: page.locator(`[data-row-link="${key}"]`) });
}

async function keysShown(page: Page): Promise<readonly string[]> {
  return page
    .locator('[data-row-link]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('data-row-link') ?? ''));
}

/** A few flags of both types, with tags and targeting. */
async function arrangeFlags(management: Management): Promise<void> {
  await management.createSegment({ key: 'beta-users', name: 'Beta users' });
  await management.createConstraint('beta-users', {
    type: 'STRING_COMPARISON_TYPE',
    property: 'plan',
    operator: 'eq',
    value: 'beta',
  });
  await management.createFlag({
    key: 'checkout',
    name: 'Checkout redesign',
    description: 'The new checkout.\nSecond line.',
    metadata: { tags: ['shop', 'web'], owner: 'payments' },
  });
  const blue = await management.createVariant('checkout', { key: 'blue' });
  const green = await management.createVariant('checkout', { key: 'green' });
  await management.createRule('checkout', {
    rank: 1,
    segmentKeys: ['beta-users'],
    shares: { [blue.id]: 50, [green.id]: 50 },
  });
  await management.createFlag({
    key: 'dark-mode',
    name: 'Dark mode',
    type: 'BOOLEAN_FLAG_TYPE',
    enabled: false,
  });
  await management.createRollout('dark-mode', { rank: 1, threshold: { percentage: 25, value: true } });
  await management.createFlag({
    key: 'search-v2',
    name: 'Search',
    type: 'BOOLEAN_FLAG_TYPE',
    enabled: true,
    metadata: { tags: 'web' },
  });
}

test('an empty namespace says what flags are for and leads to a new one', async ({ page, management }) => {
  await openFlags(page, management);
  await expect(page.getByText('Flags let you change behaviour without a deploy.')).toBeVisible(expected);
  await page.getByRole('button', { name: 'New Flag' }).first().click();
  await expect(page).toHaveURL(/\/flags\/new$/);
});

ownServerTest(
  'an empty namespace leads to sample data, and loads it where it is not there',
  async ({ page, management }) => {
    await openFlags(page, management);
    await page.getByRole('button', { name: 'Load sample data' }).click();
    const question = page.getByRole('alertdialog', { name: 'Load sample data' });
    await expect(question.getByRole('listitem')).toHaveCount(7);
    await question.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(page).toHaveURL(/\/namespaces\/samples\/flags$/);
    await expect(page.getByRole('row', { name: /Checkout button/ })).toBeVisible();
    expect(await management.in('samples').get('flags')).toMatchObject({ totalCount: 4 });

    await openFlags(page, management);
    await page.getByRole('link', { name: 'Open samples' }).click();
    await expect(page.getByRole('row', { name: /Checkout button/ })).toBeVisible();
  },
);

test('an empty namespace takes the flags of a file', async ({ page, management }) => {
  await openFlags(page, management);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import flags' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'flags.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from('version: "1.4"\nflags:\n- key: checkout\n  name: Checkout\n  enabled: true\n'),
  });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('Successfully imported flags')).toBeVisible();
  await expect(rowOf(page, 'checkout')).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ name: 'Checkout', enabled: true });
});

test('in read-only mode an empty namespace says why nothing can be loaded into it', async ({
  page,
  management,
}) => {
  await makeReadOnly(page);
  await openFlags(page, management);
  for (const name of ['New Flag', 'Load sample data', 'Import']) {
    const button = page.getByRole('main').getByRole('button', { name, exact: true }).last();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(/read-only/i);
  }
  await expectAccessible(page);
});

test('a row is one link that names the flag and its key, and shows its state', async ({
  page,
  management,
}) => {
  await arrangeFlags(management);
  await openFlags(page, management);
  const row = rowOf(page, 'checkout');
  await expect(row.getByText('The new checkout.')).toBeVisible(expected);
  await expect(row.getByText('Second line.')).toBeHidden();
  await expect(row.getByText('Variant', { exact: true })).toBeVisible();
  await expect(row.getByText('1 rule', { exact: true })).toBeVisible();
  await expect(row.getByRole('link')).toHaveCount(1);
  await row.getByRole('link', { name: /Checkout redesign.*checkout/ }).click();
  await expect(page).toHaveURL(new RegExp(`/namespaces/${management.namespaceKey}/flags/checkout$`));
});

test('the audience bar spells out who gets what', async ({ page, management }) => {
  await arrangeFlags(management);
  await openFlags(page, management);
  const bar = (key: string): Locator => rowOf(page, key).getByRole('img');
  await expect(bar('checkout')).toHaveAccessibleName(
    'Rule 1 for beta-users: 50 % blue, 50 % green. Everyone else: no variant',
    expected,
  );
  await expect(bar('dark-mode')).toHaveAccessibleName('Everyone: 25 % True, 75 % False');
  await expect(bar('search-v2')).toHaveAccessibleName('Everyone: True');
});

test('a variant flag is switched in place, keeps the rest of it, and can be undone', async ({
  page,
  management,
}) => {
  await arrangeFlags(management);
  const blue = (await management.get<{ variants: { id: string }[] }>('flags/checkout')).variants[0];
  await management.send('PUT', 'flags/checkout', {
    name: 'Checkout redesign',
    description: 'The new checkout.',
    enabled: true,
    defaultVariantId: blue?.id,
  });
  await openFlags(page, management);
  const state = rowOf(page, 'checkout').getByRole('switch', { name: 'Enabled: checkout' });
  await state.click();
  await expect(page.getByText('checkout disabled')).toBeVisible(expected);
  await expect(state).not.toBeChecked();
  expect(await management.get('flags/checkout')).toMatchObject({
    enabled: false,
    description: 'The new checkout.',
    defaultVariant: { id: blue?.id },
    metadata: { owner: 'payments' },
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(state).toBeChecked(expected);
  await expect.poll(async () => management.get('flags/checkout'), expected).toMatchObject({ enabled: true });
});

test('a boolean flag has a default value, and says that rollouts come first', async ({
  page,
  management,
}) => {
  await arrangeFlags(management);
  await openFlags(page, management);
  const row = rowOf(page, 'dark-mode');
  await expect(row.getByText('+ 1 rollout')).toBeVisible(expected);
  const value = row.getByRole('group', { name: 'Default value: dark-mode' });
  await expect(value.getByRole('button', { name: 'False' })).toHaveAttribute('aria-pressed', 'true');
  await value.getByRole('button', { name: 'True' }).click();
  await expect(page.getByText('Default value of dark-mode is now True')).toBeVisible(expected);
  await expect.poll(async () => management.get('flags/dark-mode'), expected).toMatchObject({ enabled: true });
});

test('a refused switch goes back and says why', async ({ page, management }) => {
  await arrangeFlags(management);
  await page.route('**/changes', async (route) =>
    route.fulfill({ status: 403, json: { code: 7, message: 'permission denied', details: [] } }),
  );
  await openFlags(page, management);
  const state = rowOf(page, 'checkout').getByRole('switch');
  // The right to do it was taken from the person since.
  await changeRights(page, { refused: ['CreateChange'] });
  await state.click();
  const text = `You are not allowed to change flags in ${management.namespaceKey}.`;
  await expect(page.getByRole('alert').getByText(text)).toBeVisible(expected);
  await expect(state).toBeChecked();
  await expect(state).toHaveAttribute('aria-disabled', 'true');
});

test('words narrow the list down, best match first', async ({ page, management }) => {
  for (const [key, name] of [
    ['other', 'Pays later'],
    ['express-pay', 'Express'],
    ['pay-by-link', 'Link'],
    ['unrelated', 'Unrelated'],
  ]) {
    await management.createFlag({ key: key ?? '', name: name ?? '' });
  }
  await openFlags(page, management);
  await expect(rowOf(page, 'other')).toBeVisible(expected);
  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: 'Search flags' });
  await expect(search).toBeFocused();
  await search.fill('pay');
  await expect.poll(() => keysShown(page), expected).toEqual(['pay-by-link', 'express-pay', 'other']);
  await expect(page.getByText('3 of 4 flags')).toBeVisible();
  await search.fill('pay link');
  await expect.poll(() => keysShown(page), expected).toEqual(['pay-by-link']);
  await search.fill('nothing at all');
  await expect(page.getByText('No flag matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => keysShown(page), expected).toHaveLength(4);
});

test('filters are chips and stand in the address', async ({ page, management }) => {
  await arrangeFlags(management);
  await openFlags(page, management, '?q=type:boolean%20-has:rollouts%20colour:blue');
  await expect.poll(() => keysShown(page), expected).toEqual(['search-v2']);
  const filters = page.getByRole('list', { name: 'Active filters' });
  await expect(filters.getByText('colour:blue is not understood')).toBeVisible();
  await filters.getByRole('button', { name: 'Remove -has:rollouts' }).click();
  await expect.poll(() => keysShown(page), expected).toEqual(['dark-mode', 'search-v2']);
  await page.goBack();
  await expect.poll(() => keysShown(page), expected).toEqual(['search-v2']);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => keysShown(page), expected).toHaveLength(3);
});

test('filters can be chosen from a menu, and the search field suggests them', async ({
  page,
  management,
}) => {
  await arrangeFlags(management);
  await openFlags(page, management);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'Type' }).click();
  await page.getByRole('menuitem', { name: 'Boolean' }).click();
  await expect.poll(() => keysShown(page), expected).toEqual(['dark-mode', 'search-v2']);
  await expect(page).toHaveURL(/q=type(:|%3A)boolean/);
  await page.getByRole('combobox', { name: 'Search flags' }).fill('type:boolean seg');
  await expect(page.locator('datalist option[value="type:boolean segment:beta-users"]')).toBeAttached();
});

test('a tag shows the flags that have it', async ({ page, management }) => {
  await arrangeFlags(management);
  await openFlags(page, management);
  await rowOf(page, 'checkout').getByRole('button', { name: 'Show flags tagged web' }).click();
  await expect.poll(() => keysShown(page), expected).toEqual(['checkout', 'search-v2']);
});

test('the order stands in the address and survives a reload', async ({ page, management }) => {
  await arrangeFlags(management);
  await openFlags(page, management);
  await expect.poll(() => keysShown(page), expected).toEqual(['checkout', 'dark-mode', 'search-v2']);
  const heading = page.getByRole('columnheader', { name: 'Updated' });
  await heading.getByRole('button').click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => keysShown(page), expected).toEqual(['search-v2', 'dark-mode', 'checkout']);
  await expect(page).toHaveURL(/sort=-updated/);
  await page.reload();
  await expect.poll(() => keysShown(page), expected).toEqual(['search-v2', 'dark-mode', 'checkout']);
});

test('columns are chosen and remembered', async ({ page, management }) => {
  await arrangeFlags(management);
  await openFlags(page, management);
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Audience' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible(expected);
  await expect(page.getByRole('columnheader', { name: 'Audience' })).toBeHidden();
});

/** What the clipboard holds: pages may write to it, and only people read it, by pasting. */
async function expectCopied(page: Page, text: string | RegExp): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Search flags' });
  await search.fill('');
  await search.press('Control+V');
  await expect(search).toHaveValue(text, expected);
  await search.fill('');
}

test('the menu of a row copies the key, leads to the console, and duplicates', async ({
  page,
  management,
}) => {
  await arrangeFlags(management);
  await openFlags(page, management);
  const open = async (): Promise<void> =>
    rowOf(page, 'checkout').getByRole('button', { name: 'Actions for checkout' }).click();
  await open();
  await page.getByRole('menuitem', { name: 'Copy key' }).click();
  await expect(page.getByText('Copied to clipboard').first()).toBeVisible(expected);
  await expectCopied(page, 'checkout');
  await open();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expectCopied(page, new RegExp(`^http.*#/namespaces/${management.namespaceKey}/flags/checkout$`));
  await open();
  await expect(page.getByRole('menuitem', { name: 'Open in Console' })).toHaveAttribute(
    'href',
    `#/namespaces/${management.namespaceKey}/console/checkout`,
  );
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page).toHaveURL(/\/flags\/new\?from=checkout$/);
});

test('a deleted flag comes back whole by Undo', async ({ page, management }) => {
  await arrangeFlags(management);
  const variantsOf = async (): Promise<unknown> =>
    Promise.all(
      ['u1', 'u2', 'u3', 'u4'].map((id) => management.evaluate('variant', 'checkout', id, { plan: 'beta' })),
    ).then((answers) => answers.map((answer) => (answer as { variantKey: string }).variantKey));
  const before = await variantsOf();
  await openFlags(page, management);
  await rowOf(page, 'checkout').getByRole('button', { name: 'Actions for checkout' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Flag' });
  await expect(dialog.getByText('2 variants, 1 rule, 0 rollouts')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'checkout')).toBeHidden(expected);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'checkout')).toBeVisible(expected);
  await expect.poll(variantsOf, expected).toEqual(before);
});

test('the list can be used by keys alone', async ({ page, management }) => {
  await arrangeFlags(management);
  await openFlags(page, management);
  await expect(rowOf(page, 'checkout')).toBeVisible(expected);
  await page.keyboard.press('j');
  await expect(page.locator('[data-row-link="checkout"]')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  await expect(page.locator('[data-row-link="dark-mode"]')).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: 'Select dark-mode' })).toBeChecked();
  await page.keyboard.press('y');
  await expect(page.getByText('Copied to clipboard').first()).toBeVisible(expected);
  await page.keyboard.press('e');
  const dialog = page.getByRole('alertdialog', { name: 'Switch dark-mode?' });
  await expect(dialog.getByText('dark-mode: False → True')).toBeVisible();
  await dialog.getByRole('button', { name: 'Switch' }).press('Enter');
  await expect.poll(async () => management.get('flags/dark-mode'), expected).toMatchObject({ enabled: true });
  await page.locator('[data-row-link="dark-mode"]').press('Enter');
  await expect(page).toHaveURL(/\/flags\/dark-mode$/);
});

test('in read-only mode everything stays visible and says why it does nothing', async ({
  page,
  management,
}) => {
  await arrangeFlags(management);
  await makeReadOnly(page);
  await openFlags(page, management);
  const create = page.getByRole('button', { name: 'New Flag' });
  await expect(create).toHaveAttribute('aria-disabled', 'true', expected);
  await expect(create).toHaveAccessibleDescription('Not available in read-only mode');
  await expect(rowOf(page, 'checkout').getByRole('switch')).toHaveAttribute('aria-disabled', 'true');
  await rowOf(page, 'checkout').getByRole('button', { name: 'Actions for checkout' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
});

test('what is done to many flags is listed before, told after, and can be undone', async ({
  page,
  management,
}) => {
  await arrangeFlags(management);
  await management.createFlag({ key: 'banner', name: 'Banner' });
  await openFlags(page, management);
  await page.getByRole('checkbox', { name: 'Select checkout' }).click();
  const bar = page.getByRole('region', { name: 'Selected flags' });
  await expect(bar.getByText('1 selected')).toBeVisible(expected);
  await page.getByRole('checkbox', { name: 'Select search-v2' }).click({ modifiers: ['Shift'] });
  await expect(bar.getByText('3 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Select all 4 matching' }).click();
  await bar.getByRole('button', { name: 'Disable' }).click();
  const question = page.getByRole('alertdialog', { name: 'Disable 2 flags' });
  await expect(question.getByText('Flag checkout: state')).toBeVisible();
  await expect(question.getByText('dark-mode: not a variant flag')).toBeVisible();
  await question.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Done: Disable 2 flags')).toBeVisible(expected);
  await expect(bar).toBeHidden();
  expect(await management.get('flags/checkout')).toMatchObject({ enabled: false });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: Disable 2 flags')).toBeVisible(expected);
  expect(await management.get('flags/checkout')).toMatchObject({ enabled: true });
});

test('a tag is added to the selected flags and keeps the rest of their metadata', async ({
  page,
  management,
}) => {
  await arrangeFlags(management);
  await openFlags(page, management);
  await page.getByRole('checkbox', { name: 'Select checkout' }).click();
  await page.getByRole('button', { name: 'Tags…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags' });
  await dialog.getByLabel('Tag').fill('q4');
  await dialog.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Done: Add tag q4 to 1 flag')).toBeVisible(expected);
  expect(await management.get('flags/checkout')).toMatchObject({
    metadata: { owner: 'payments', tags: ['shop', 'web', 'q4'] },
  });
});

test('a view keeps the query and the order under a name', async ({ page, management }) => {
  await arrangeFlags(management);
  await openFlags(page, management, '?q=type:boolean&sort=-name');
  await expect.poll(() => keysShown(page), expected).toEqual(['search-v2', 'dark-mode']);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('Switches');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved view Switches')).toBeVisible(expected);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'All', exact: true }).click();
  await expect.poll(() => keysShown(page), expected).toHaveLength(3);
  await page.reload();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Switches', exact: true }).click();
  await expect.poll(() => keysShown(page), expected).toEqual(['search-v2', 'dark-mode']);
});

test('flags that need attention are marked and can be found', async ({ page, management }) => {
  await arrangeFlags(management);
  await management.createFlag({ key: 'serves-nobody' });
  await openFlags(page, management, '?q=health:any');
  await expect.poll(() => keysShown(page), expected).toEqual(['serves-nobody']);
  await expect(rowOf(page, 'serves-nobody').getByRole('img', { name: 'Needs attention' })).toBeVisible();
});

test('of two thousand flags exactly those are found that the query means, also after reload and Back', async ({
  page,
  management,
}) => {
  test.slow();
  const flags = Array.from({ length: 2_000 }, (_, index) => ({
    key: `flag-${String(index).padStart(4, '0')}`,
    name: `Flag ${index}`,
    type: index % 2 === 0 ? 'BOOLEAN_FLAG_TYPE' : 'VARIANT_FLAG_TYPE',
    enabled: index % 4 === 0,
    ...(index % 8 === 0 && { rollouts: [{ threshold: { percentage: 10, value: true } }] }),
  }));
  await management.importDocument({ flags });
  await openFlags(page, management, '?q=type:boolean%20default:true%20-has:rollouts');
  await expect(page.getByText('250 of 2,000 flags')).toBeVisible({ timeout: 60_000 });
  const wanted = flags.filter((_, index) => index % 4 === 0 && index % 8 !== 0).map(({ key }) => key);
  expect(await keysShown(page)).toEqual(wanted.slice(0, 50));
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => keysShown(page), expected).toEqual(wanted.slice(50, 100));
  await page.goBack();
  await expect.poll(() => keysShown(page), expected).toEqual(wanted.slice(0, 50));

  await openFlags(page, management, '?q=type:boolean%20default:true%20-has:rollouts&sort=-key');
  const backwards = wanted.toReversed().slice(0, 50);
  const selected = page.getByRole('region', { name: 'Selected flags' });
  const isAsBefore = async (): Promise<void> => {
    await expect.poll(() => keysShown(page), expected).toEqual(backwards);
    await expect(page.getByText('250 of 2,000 flags')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Search flags' })).toHaveValue(
      'type:boolean default:true -has:rollouts',
    );
    await expect(selected).toHaveCount(0);
  };
  await isAsBefore();
  const [first = ''] = backwards;
  const select = async (): Promise<void> => {
    await page.getByRole('checkbox', { name: `Select ${first}` }).click();
    await expect(selected.getByText('1 selected')).toBeVisible();
  };
  await select();
  await page.reload();
  await isAsBefore();
  await select();
  await rowOf(page, first).getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/flags/${first}$`));
  // The address is that of the flag before its page is there; who goes back until then has not left the list.
  await expect(page.getByRole('heading', { level: 1, name: /^Flag \d+$/ })).toBeVisible(expected);
  await page.goBack();
  await isAsBefore();
});

test('five thousand flags are filtered as one types, and scrolled through', async ({ page, management }) => {
  test.slow();
  const flags = Array.from({ length: 5_000 }, (_, index) => ({
    key: `flag-${String(index).padStart(4, '0')}`,
    name: `Flag ${index}`,
    type: 'BOOLEAN_FLAG_TYPE',
    enabled: true,
  }));
  await management.importDocument({ flags });
  await openFlags(page, management);
  await expect(page.getByText('1–50 of 5,000')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('combobox', { name: 'Flags per page' }).click();
  await page.getByRole('option', { name: 'All' }).click();
  await expect(page.getByText('1–5,000 of 5,000')).toBeVisible(expected);
  expect((await keysShown(page)).length).toBeLessThan(200);
  await page.getByRole('combobox', { name: 'Search flags' }).pressSequentially('4321');
  await expect.poll(() => keysShown(page), expected).toEqual(['flag-4321']);
});

for (const density of ['comfortable', 'compact']) {
  test(`a long list is as long as all its rows: ${density}`, async ({ page, management }) => {
    const flags = Array.from({ length: 300 }, (_, index) => ({
      key: `flag-${index}`,
      name: `Flag ${index}`,
      type: 'BOOLEAN_FLAG_TYPE',
    }));
    await management.importDocument({ flags });
    await page.addInitScript((kept) => {
      localStorage.setItem('pennon.preferences', JSON.stringify({ version: 1, density: kept }));
    }, density);
    await openFlags(page, management);
    await page.getByRole('combobox', { name: 'Flags per page' }).click(expected);
    await page.getByRole('option', { name: 'All' }).click();
    await expect(page.getByText('1–300 of 300')).toBeVisible(expected);
    const rows = (): Promise<number> =>
      page.evaluate(() => {
        const heightOf = (part: Element | undefined): number => part?.getBoundingClientRect().height ?? NaN;
        const [body] = document.querySelectorAll('tbody');
        const [, row] = document.querySelectorAll('[data-row]');
        return Math.round(heightOf(body) / heightOf(row));
      });
    // Most of them are not in the page: room is kept for them.
    await expect.poll(rows).toBe(300);
    expect((await keysShown(page)).length).toBeLessThan(100);
  });
}

test('what a filter leaves of a long list shows in part as one types, and is whole afterwards', async ({
  page,
  management,
}) => {
  const flags = Array.from({ length: 300 }, (_, index) => ({
    key: `flag-${String(index).padStart(3, '0')}`,
    name: `Flag ${index}`,
    type: 'BOOLEAN_FLAG_TYPE',
  }));
  await management.importDocument({ flags });
  await openFlags(page, management);
  await page.getByRole('combobox', { name: 'Flags per page' }).click(expected);
  await page.getByRole('option', { name: 'All' }).click();
  await expect(page.getByText('1–300 of 300')).toBeVisible(expected);
  const rowsAtFirst = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.body.innerText.includes('100 of 300 flags')) return;
          observer.disconnect();
          resolve(document.querySelectorAll('[data-row]').length);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await page.getByRole('combobox', { name: 'Search flags' }).fill('flag-1');
  expect(await rowsAtFirst).toBeLessThan(100);
  const link = rowOf(page, 'flag-100').getByRole('link');
  await link.focus();
  // The search and the print of the browser find what is in the page.
  await expect.poll(() => keysShown(page), expected).toEqual(flags.slice(100, 200).map(({ key }) => key));
  await expect(link).toBeFocused();
});

for (const theme of themes) {
  test(`the list is accessible in the ${theme} theme, wide and narrow`, async ({ page, management }) => {
    await arrangeFlags(management);
    await openFlags(page, management, '?q=web');
    await preferTheme(page, theme);
    await expect(rowOf(page, 'checkout').getByRole('img')).toBeVisible(expected);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expect(page.getByRole('list', { name: 'Flags of this namespace' })).toBeVisible();
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
