import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { makeReadOnly } from './support/read-only';
import { expect, test } from './support/test';
import { preferTheme, themes } from './support/theme';

const expected = { timeout: 15_000 };

async function openForm(page: Page, { namespaceKey }: Management, search = ''): Promise<void> {
  await page.goto(`/#/namespaces/${namespaceKey}/flags/new${search}`);
  await expect(page.getByLabel('Name', { exact: true }).first()).toBeFocused(expected);
}

async function create(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
}

test('a name is enough; the key follows it, and the flag opens', async ({ page, management }) => {
  await openForm(page, management);
  await page.getByLabel('Name', { exact: true }).fill('Größe der Schrift, v2!');
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue('grosse-der-schrift,-v2');
  await page.getByLabel('Description').focus();
  await create(page);
  await expect(page.getByText('Successfully created flag')).toBeVisible(expected);
  await expect(page).toHaveURL(/\/flags\/grosse-der-schrift%2C-v2$/);
  expect(await management.get('flags/grosse-der-schrift,-v2')).toMatchObject({
    name: 'Größe der Schrift, v2!',
    type: 'VARIANT_FLAG_TYPE',
    enabled: false,
  });
});

test('a key edited by hand stays when the name changes', async ({ page, management }) => {
  await openForm(page, management);
  await page.getByLabel('Key', { exact: true }).fill('own');
  await page.getByLabel('Name', { exact: true }).fill('Another name');
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue('own');
});

test('what is wrong is said at the field, and the first one gets the focus', async ({ page, management }) => {
  await management.createFlag({ key: 'taken' });
  await openForm(page, management);
  await create(page);
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await expect(page.getByText('Enter a key.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Taken');
  await expect(page.getByText('A flag with this key already exists.')).toBeVisible(expected);
  await expect(page.getByRole('link', { name: 'Open taken' })).toHaveAttribute(
    'href',
    `#/namespaces/${management.namespaceKey}/flags/taken`,
  );
  await page.getByLabel('Key', { exact: true }).fill('with space');
  await expect(page.getByText('Use letters, digits, hyphens, underscores and commas only.')).toBeVisible();
});

test('a key that the server refuses gets the focus, and is told at its field alone', async ({
  page,
  management,
}) => {
  await openForm(page, management);
  await page.getByLabel('Name', { exact: true }).fill('Late');
  await page.route('**/changes', async (route) => {
    if (route.request().postData()?.includes('validateOnly') === true) return route.continue();
    // Somebody else is faster.
    await management.createFlag({ key: 'late' });
    return route.continue();
  });
  await create(page);
  await expect(page.getByLabel('Key', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Key', { exact: true })).toBeFocused();
  await page.unroute('**/changes');
  await page.getByLabel('Key', { exact: true }).fill('later');
  await create(page);
  await expect(page).toHaveURL(/\/flags\/later$/);
  // A message of error would stay, behind that of the success.
  const messages = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Dismiss' });
  await messages.click();
  await expect(messages).toHaveCount(0);
});

test('it is said that the type stays', async ({ page, management }) => {
  await openForm(page, management);
  await expect(page.getByText('The type cannot be changed later.')).toBeVisible();
});

test('variants and the default variant are created with the flag, by one change', async ({
  page,
  management,
}) => {
  await openForm(page, management);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByLabel('Name', { exact: true }).fill('Colours');
  for (const [position, key] of ['blue', 'green'].entries()) {
    await page.getByRole('button', { name: 'New Variant' }).click();
    await page
      .getByRole('group', { name: `Variant ${position + 1}`, exact: true })
      .getByLabel('Key', { exact: true })
      .fill(key);
  }
  await page.getByRole('combobox', { name: 'Default Variant' }).click();
  await page.getByRole('option', { name: 'green' }).click();
  // While the choices fade out they still have the keys.
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/flags\/colours$/, expected);
  // The first only asks whether the key is taken.
  const changes = `POST /api/v1/namespaces/${management.namespaceKey}/changes`;
  expect(calls).toEqual([changes, changes]);
  expect(await management.get('flags/colours')).toMatchObject({
    variants: [{ key: 'blue' }, { key: 'green' }],
    defaultVariant: { key: 'green' },
  });
});

test('a flag that is refused leaves nothing behind, and can be created again from the form', async ({
  page,
  management,
}) => {
  await openForm(page, management);
  let isRefused = true;
  await page.route('**/changes', async (route) => {
    if (!isRefused || route.request().postData()?.includes('validateOnly') === true) return route.continue();
    isRefused = false;
    return route.fulfill({ status: 400, json: { code: 3, message: 'no room', details: [] } });
  });
  await page.getByLabel('Name', { exact: true }).fill('Partial');
  await page.getByRole('button', { name: 'New Variant' }).click();
  await page.getByRole('group', { name: 'Variant 1' }).getByLabel('Key', { exact: true }).fill('only');
  await create(page);
  await expect(page.getByText('no room')).toBeVisible(expected);
  expect(await management.get('flags')).toMatchObject({ flags: [] });
  await create(page);
  await expect(page).toHaveURL(/\/flags\/partial$/, expected);
  expect(await management.get('flags/partial')).toMatchObject({ variants: [{ key: 'only' }] });
});

test('metadata and tags are created with the flag', async ({ page, management }) => {
  await openForm(page, management);
  await page.getByLabel('Name', { exact: true }).fill('With metadata');
  await page.getByLabel('Tags').fill('shop, web');
  await page.getByRole('button', { name: 'Add Metadata' }).click();
  await page.getByTestId('metadata-key-0').fill('owner');
  await page.getByTestId('metadata-value-0').fill('payments');
  await create(page);
  await expect(page).toHaveURL(/\/flags\/with-metadata$/, expected);
  expect(await management.get('flags/with-metadata')).toMatchObject({
    metadata: { owner: 'payments', tags: ['shop', 'web'] },
  });
});

test('a gradual rollout begins with a threshold of 0 %', async ({ page, management }) => {
  await openForm(page, management);
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Gradual rollout' }).click();
  await expect(page).toHaveURL(/template=rollout/);
  // The address is there before the form that it is of.
  await expect(page.getByText('Begins with 1 rollout')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Slowly');
  await create(page);
  await expect(page).toHaveURL(/\/flags\/slowly$/, expected);
  expect(await management.get('flags/slowly/rollouts')).toMatchObject({
    rules: [{ threshold: { percentage: 0, value: true } }],
  });
});

test('an A/B test serves both halves, and makes the segment that it needs', async ({ page, management }) => {
  await openForm(page, management, '?template=experiment');
  await expect(page.getByText('The segment everyone, which holds everyone, is created first.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Test');
  await page.getByRole('switch', { name: 'Enabled' }).click();
  await create(page);
  await expect(page).toHaveURL(/\/flags\/test$/, expected);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      management.evaluate<{ variantKey: string; match: boolean }>('variant', 'test', `entity-${index}`),
    ),
  );
  expect(answers.every(({ match }) => match)).toBe(true);
  expect(new Set(answers.map(({ variantKey }) => variantKey))).toEqual(new Set(['control', 'treatment']));
});

test('a duplicate has the variants, the rules and the default variant of its original', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'one', name: 'One', metadata: { owner: 'me' } });
  const on = await management.createVariant('one', { key: 'on', attachment: '{"n":1.0}' });
  await management.createSegment({ key: 'all' });
  await management.createRule('one', { rank: 1, segmentKeys: ['all'], shares: { [on.id]: 100 } });
  await openForm(page, management, '?from=one');
  await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue('Copy of One');
  await expect(page.getByLabel('Key', { exact: true }).first()).toHaveValue('one-copy');
  await create(page);
  await expect(page).toHaveURL(/\/flags\/one-copy$/, expected);
  expect(await management.get('flags/one-copy')).toMatchObject({
    enabled: true,
    metadata: { owner: 'me' },
    variants: [{ key: 'on', attachment: '{"n":1.0}' }],
  });
  expect(await management.evaluate('variant', 'one-copy', 'anybody')).toMatchObject({ variantKey: 'on' });
});

test('one flag after another', async ({ page, management }) => {
  await openForm(page, management);
  await page.getByLabel('Name', { exact: true }).fill('First');
  await page.getByRole('button', { name: 'More ways to create' }).click();
  await page.getByRole('menuitem', { name: 'Create and add another' }).click();
  await expect(page.getByText('Successfully created flag')).toBeVisible(expected);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  expect(await management.get('flags/first')).toMatchObject({ name: 'First' });
});

test('what was entered is not lost by leaving', async ({ page, management }) => {
  await openForm(page, management);
  await page.getByLabel('Name', { exact: true }).fill('Unsaved');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Unsaved');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/flags$/, expected);
});

test('in read-only mode nothing can be created', async ({ page, management }) => {
  await makeReadOnly(page);
  await openForm(page, management);
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toHaveAccessibleDescription(
    'Not available in read-only mode',
    expected,
  );
});

for (const theme of themes) {
  test(`the form is accessible in the ${theme} theme, wide and narrow`, async ({ page, management }) => {
    await openForm(page, management, '?template=value');
    await preferTheme(page, theme);
    await expect(page.getByLabel('Name', { exact: true }).first()).toBeFocused(expected);
    await create(page);
    await expect(page.getByText('Enter a name.')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('new flags are off until somebody switches them, whatever their type', async ({ page, management }) => {
  for (const [type, name] of [
    ['Variant', 'Colours'],
    ['Boolean', 'Search'],
  ] as const) {
    await page.goto('about:blank');
    await openForm(page, management);
    await page.getByLabel('Name', { exact: true }).first().fill(name);
    await page.getByRole('radio', { name: type }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/flags/${name.toLowerCase()}$`), expected);
    expect(await management.get(`flags/${name.toLowerCase()}`)).toMatchObject({ enabled: false });
  }
});
