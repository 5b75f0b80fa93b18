import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { makeReadOnly } from './support/read-only';
import { expect, test } from './support/test';
import { preferTheme, themes } from './support/theme';
import { type Locator, type Page, type Route } from '@playwright/test';

test.setTimeout(240_000);

/** Opens the page of a flag of the test's namespace. @param rest Behind the key, such as `/code`. */
async function openFlag(page: Page, { namespaceKey }: Management, key: string, rest = ''): Promise<void> {
  await page.goto(`#/namespaces/${namespaceKey}/flags/${key}${rest}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const details = (page: Page): Locator => page.getByRole('region', { name: 'Details' });

interface StoredFlag {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly off?: { readonly reason: string };
  readonly metadata?: Readonly<Record<string, unknown>>;
}

test('name and description are changed with Update and put back with Reset', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', name: 'Checkout', description: 'old' });
  await openFlag(page, management, 'checkout');
  const update = details(page).getByRole('button', { name: 'Update' });
  await expect(update).toHaveAttribute('aria-disabled', 'true');

  await details(page).getByLabel('Description').fill('something');
  await details(page).getByRole('button', { name: 'Reset' }).click();
  await expect(details(page).getByLabel('Description')).toHaveValue('old');

  await details(page).getByLabel('Name').fill('');
  await expect(details(page).getByText('Enter a name.')).toBeVisible();
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await details(page).getByLabel('Name').fill('The checkout');
  await details(page).getByLabel('Description').fill('new');
  await update.click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The checkout');
  await expect(page).toHaveTitle(new RegExp(`^The checkout · ${management.namespaceKey} · `));
  expect(await management.get<StoredFlag>('flags/checkout')).toMatchObject({
    name: 'The checkout',
    description: 'new',
    enabled: true,
  });
});

test('a variant flag is switched in its header, and back with Undo', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', description: 'kept', metadata: { owner: 'ann' } });
  await openFlag(page, management, 'checkout');
  const enabled = page.getByRole('switch', { name: 'Enabled' });
  await expect(enabled).toBeChecked();
  await expect(page.getByText('Enabled. Everyone gets no variant.')).toBeVisible();
  await enabled.click();
  await expect(page.getByText('checkout disabled')).toBeVisible();
  await expect(enabled).not.toBeChecked();
  // The whole flag was written.
  expect(await management.get<StoredFlag>('flags/checkout')).toMatchObject({
    enabled: false,
    description: 'kept',
    metadata: { owner: 'ann' },
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(enabled).toBeChecked();
  await expect.poll(async () => (await management.get<StoredFlag>('flags/checkout')).enabled).toBe(true);
});

test('the default value of a boolean flag is changed in both places', async ({ page, management }) => {
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  await management.createRollout('banner', { rank: 1, threshold: { percentage: 25, value: true } });
  await openFlag(page, management, 'banner');
  await expect(page.getByText('+ 1 rollout')).toBeVisible();
  const field = details(page).getByRole('radiogroup', { name: 'Default value' });
  await expect(field.getByRole('radio', { name: 'False' })).toBeChecked();
  await field.getByRole('radio', { name: 'True' }).click();
  await details(page).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  const control = page.getByRole('group', { name: 'Default value' }).first();
  await expect(control.getByRole('button', { name: 'True' })).toHaveAttribute('aria-pressed', 'true');
  await control.getByRole('button', { name: 'False' }).click();
  await expect(page.getByText('Default value of banner is now False')).toBeVisible();
  await expect(field.getByRole('radio', { name: 'False' })).toBeChecked();
  expect((await management.get<StoredFlag>('flags/banner')).enabled).toBe(false);
});

test('a text and an object are added as metadata, and one of them is removed', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout', metadata: { version: '123' } });
  await openFlag(page, management, 'checkout');
  const add = details(page).getByRole('button', { name: 'Add Metadata' });
  const update = details(page).getByRole('button', { name: 'Update' });

  await expect(page.getByTestId('metadata-value-0')).toHaveValue('123');
  await page.getByTestId('metadata-value-0').fill('124');
  await add.click();
  await page.getByTestId('metadata-key-1').fill('limits');
  await page.getByTestId('metadata-type-1').click();
  await page.getByRole('option', { name: 'Object' }).click();
  const editor = page.getByTestId('metadata-value-1').getByRole('textbox');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('{"max": 3}');
  await update.click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  // The text of digits stays a text.
  expect((await management.get<StoredFlag>('flags/checkout')).metadata).toEqual({
    version: '124',
    limits: { max: 3 },
  });
  // Now the draft is gone as well, which would come back in its own order.
  await expect(details(page).getByRole('button', { name: 'Reset' })).toHaveAttribute('aria-disabled', 'true');

  await page.reload();
  // The server keeps keys in alphabetical order.
  await expect(page.getByTestId('metadata-key-0')).toHaveValue('limits');
  await expect(page.getByTestId('metadata-value-0')).toContainText('"max"');
  await details(page).getByRole('button', { name: 'Remove metadata entry' }).first().click();
  await update.click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  expect((await management.get<StoredFlag>('flags/checkout')).metadata).toEqual({ version: '124' });

  // Clearing all is not the same as changing nothing.
  await details(page).getByRole('button', { name: 'Remove metadata entry' }).click();
  await update.click();
  // An answer leaves empty metadata out.
  await expect
    .poll(async () => (await management.get<StoredFlag>('flags/checkout')).metadata ?? {})
    .toEqual({});
});

test('a key that is there twice keeps the flag from being saved', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', metadata: { owner: 'ann' } });
  await openFlag(page, management, 'checkout');
  await details(page).getByRole('button', { name: 'Add Metadata' }).click();
  await page.getByTestId('metadata-key-1').fill('owner');
  await expect(page.getByText('Key must be unique').first()).toBeVisible();
  await expect(details(page).getByRole('button', { name: 'Update' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('what is entered while a save is under way stays, and is saved next', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout' });
  await openFlag(page, management, 'checkout');
  const name = details(page).getByLabel('Name');
  const description = details(page).getByLabel('Description');
  const update = details(page).getByRole('button', { name: 'Update' });
  const saves: Route[] = [];
  await page.route('**/changes', async (route) => {
    if (saves.push(route) === 1) return;
    await route.fallback();
  });

  await name.fill('First');
  await update.click();
  await expect.poll(() => saves.length).toBe(1);
  await name.fill('Second');
  await description.fill('Later');
  await saves[0]?.continue();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  await expect(name).toHaveValue('Second');
  await expect(description).toHaveValue('Later');

  await update.click();
  await expect
    .poll(async () => management.get<StoredFlag>('flags/checkout'))
    .toMatchObject({
      name: 'Second',
      description: 'Later',
    });
});

test('a number that the server would round is refused in words, and what it holds stays as it is', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  const address = `/api/v1/namespaces/${management.namespaceKey}/flags/checkout`;
  const stored = async (): Promise<string> => (await page.request.get(address)).text();
  const written = await page.request.put(address, {
    headers: { 'Content-Type': 'application/json' },
    data: '{"name":"Checkout","enabled":true,"metadata":{"id":9007199254740993}}',
  });
  expect(written.status()).toBe(200);
  // The server keeps doubles: whatever wrote this was rounded there already.
  expect(await stored()).toContain('"metadata":{"id":9007199254740992}');

  await openFlag(page, management, 'checkout');
  const update = details(page).getByRole('button', { name: 'Update' });
  const id = page.getByTestId('metadata-value-0');
  await expect(id).toHaveValue('9007199254740992');
  await details(page).getByRole('button', { name: 'Add Metadata' }).click();
  await page.getByTestId('metadata-key-1').fill('owner');
  await page.getByTestId('metadata-value-1').fill('ann');
  await update.click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  expect(await stored()).toContain('"metadata":{"id":9007199254740992,"owner":"ann"}');

  await id.fill('9007199254740993');
  await expect(id).toHaveAccessibleDescription('A number this long cannot be saved exactly. Use a string.');
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await page.getByTestId('metadata-type-0').click();
  await page.getByRole('option', { name: 'String' }).click();
  await expect(id).toHaveValue('9007199254740993');
  await expect(update).not.toHaveAttribute('aria-disabled', 'true');
  await update.click();
  await expect.poll(stored).toContain('"metadata":{"id":"9007199254740993","owner":"ann"}');
});

test('tags have a field of their own, and all of metadata can be one text', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', metadata: { owner: 'ann', tags: ['ui'] } });
  await openFlag(page, management, 'checkout');
  await expect(details(page).getByLabel('Tags')).toHaveValue('ui');
  await expect(page.getByTestId('metadata-key-1')).toBeHidden();
  await details(page).getByLabel('Tags').fill('ui, beta');
  await details(page).getByRole('button', { name: 'Edit as JSON' }).click();
  const editor = details(page).getByRole('textbox', { name: 'Metadata' });
  await expect(editor).toContainText('"beta"');
  await details(page).getByRole('button', { name: 'Edit as entries' }).click();
  await details(page).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  expect((await management.get<StoredFlag>('flags/checkout')).metadata).toEqual({
    owner: 'ann',
    tags: ['ui', 'beta'],
  });
});

test('metadata that is a link is shown as one, without telling where it came from', async ({
  page,
  management,
}) => {
  const metadata = { ticket: 'https://tickets.example/17', script: 'javascript:alert(1)' };
  await management.createFlag({ key: 'checkout', metadata });
  await openFlag(page, management, 'checkout');
  const rail = page.getByRole('complementary', { name: 'About this flag' });
  const link = rail.getByRole('link', { name: 'https://tickets.example/17' });
  await expect(link).toHaveAttribute('rel', /noreferrer/);
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(rail.getByText('javascript:alert(1)')).toBeVisible();
  await expect(rail.getByRole('link', { name: 'javascript:alert(1)' })).toBeHidden();
});

test('unsaved details keep the page from being left until that is decided', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', name: 'Checkout' });
  await openFlag(page, management, 'checkout');
  await details(page).getByLabel('Description').fill('entered');
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(details(page).getByLabel('Description')).toHaveValue('entered');
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  expect((await management.get<StoredFlag>('flags/checkout')).description).toBe('entered');
});

test('what somebody else saved meanwhile is never overwritten without asking', async ({
  page,
  management,
  guard,
}) => {
  guard.tolerate(/409 \(Conflict\)/);
  await management.createFlag({ key: 'checkout', name: 'Checkout', description: 'first' });
  await openFlag(page, management, 'checkout');
  await details(page).getByLabel('Description').fill('mine');
  await management.send('PUT', 'flags/checkout', { name: 'Theirs', description: 'theirs', enabled: true });
  await details(page).getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Changed elsewhere' });
  const row = dialog.getByRole('row', { name: /^flag checkout: description/ });
  await expect(row.getByRole('cell')).toHaveText([/revision/, 'first', 'mine', 'theirs', /Yours/]);
  await expect(dialog.getByRole('row', { name: /^flag checkout: name/ })).toBeHidden();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await management.get<StoredFlag>('flags/checkout')).description).toBe('theirs');

  await details(page).getByRole('button', { name: 'Update' }).click();
  await dialog.getByRole('button', { name: 'Use these values' }).click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  // The name was not touched here, so it is theirs.
  expect(await management.get<StoredFlag>('flags/checkout')).toMatchObject({
    name: 'Theirs',
    description: 'mine',
  });
});

test('a change elsewhere is told while the form is open', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', name: 'Checkout', description: 'first' });
  await openFlag(page, management, 'checkout');
  await details(page).getByLabel('Description').fill('mine');
  await management.send('PUT', 'flags/checkout', { name: 'Theirs', description: 'theirs', enabled: true });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Theirs', { timeout: 30_000 });
  await expect(details(page).getByLabel('Description')).toHaveValue('mine');
  await details(page).getByRole('button', { name: 'Show differences' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Changed elsewhere' });
  await dialog.getByRole('button', { name: 'Theirs' }).click();
  await dialog.getByRole('button', { name: 'Use these values' }).click();
  await expect(details(page).getByLabel('Description')).toHaveValue('theirs');
  await expect(details(page).getByRole('button', { name: 'Reset' })).toHaveAttribute('aria-disabled', 'true');
});

test('a flag is deleted after saying what goes with it, and comes back with Undo', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout', name: 'Checkout' });
  const blue = await management.createVariant('checkout', { key: 'blue' });
  await management.createSegment({ key: 'all' });
  await management.createRule('checkout', { rank: 1, segmentKeys: ['all'], shares: { [blue.id]: 100 } });
  await openFlag(page, management, 'checkout');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Flag' });
  await expect(dialog).toContainText('1 variant, 1 rule, 0 rollouts');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Successfully deleted flag')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`#/namespaces/${management.namespaceKey}/flags$`));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  const answer = await management.evaluate<{ variantKey: string }>('variant', 'checkout', 'somebody');
  expect(answer.variantKey).toBe('blue');
});

test('in a guarded namespace a flag is deleted only after its key was typed', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  await page.addInitScript((namespaceKey) => {
    const preferences = { version: 1, guardedNamespaces: [namespaceKey] };
    localStorage.setItem('pennon.preferences', JSON.stringify(preferences));
  }, management.namespaceKey);
  await openFlag(page, management, 'checkout');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Flag' });
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('textbox').fill('checkout');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: `Change ${management.namespaceKey}` }).click();
  await expect(page.getByText('Successfully deleted flag')).toBeVisible();
});

test('a flag that was deleted elsewhere can be made again as it was', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', name: 'Checkout', description: 'kept' });
  await openFlag(page, management, 'checkout');
  await expect(page.getByText('Everyone gets no variant.')).toBeVisible();
  await management.send('DELETE', 'flags/checkout');
  await page.getByRole('switch', { name: 'Enabled' }).click();
  await expect(page.getByRole('heading', { name: 'The flag "checkout" no longer exists' })).toBeVisible();
  await page.getByRole('button', { name: 'Recreate' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1, exact: true })).toBeVisible();
  expect((await management.get<StoredFlag>('flags/checkout')).description).toBe('kept');
});

test('a flag that never was is said to be missing', async ({ page, management }) => {
  await page.goto(`#/namespaces/${management.namespaceKey}/flags/nothing`);
  await expect(page.getByRole('heading', { name: 'There is no flag "nothing"' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All flags' })).toBeVisible();
  await expectAccessible(page);
});

test('a flag is copied to another namespace with its variants', async ({ page, management }) => {
  const target = management.in(`${management.namespaceKey}-copy`);
  await management.call('POST', '/api/v1/namespaces', {
    key: target.namespaceKey,
    name: target.namespaceKey,
  });
  await management.createFlag({ key: 'checkout' });
  await management.createVariant('checkout', { key: 'blue' });
  await management.createVariant('checkout', { key: 'green' });
  await openFlag(page, management, 'checkout');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy to Namespace' }).click();
  await page.getByTestId('copyToNamespace').click();
  await page.getByRole('option', { name: target.namespaceKey }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Successfully copied flag')).toBeVisible();
  expect(await target.get('flags/checkout')).toMatchObject({ variants: [{ key: 'blue' }, { key: 'green' }] });
  await page.getByRole('button', { name: `Open in ${target.namespaceKey}` }).click();
  await expect(page).toHaveURL(new RegExp(`#/namespaces/${target.namespaceKey}/flags/checkout$`));
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible();
});

test('a flag is turned off for everyone, says who did it and why, and is what it was when it is on again', async ({
  page,
  management,
}) => {
  const isServed = async (): Promise<boolean> =>
    (await management.evaluate<{ enabled: boolean }>('boolean', 'banner', 'somebody')).enabled;
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE', enabled: true });
  await management.createRollout('banner', { rank: 1, threshold: { percentage: 100, value: true } });
  const before = await management.get<StoredFlag>('flags/banner');
  await openFlag(page, management, 'banner');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Turn off…' }).click();
  await page.getByRole('alertdialog').getByLabel('Reason').fill('payments fail');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('banner is off for everyone')).toBeVisible();
  await expect(page.getByText(/^Off (by .+ )?since .*payments fail$/)).toBeVisible();
  await expect(page.getByText('Off. Everyone gets False.')).toBeVisible();
  expect(await isServed()).toBe(false);
  expect(await management.get<StoredFlag>('flags/banner')).toMatchObject({
    enabled: true,
    off: { reason: 'payments fail' },
  });
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('banner is on again')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeHidden();
  expect(await isServed()).toBe(true);
  expect({ ...(await management.get<StoredFlag>('flags/banner')), updatedAt: '' }).toEqual({
    ...before,
    updatedAt: '',
  });
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  expect(await isServed()).toBe(false);
});

test('a variant flag is turned off with two clicks, the list says so, and a deleted one comes back off', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  await openFlag(page, management, 'checkout');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Turn off…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('checkout is off for everyone')).toBeVisible();
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags?q=is%3Aoff`);
  await expect(page.getByRole('row', { name: /checkout/ }).getByText('Off', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for checkout' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Successfully deleted flag')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(async () => {
    expect((await management.get<StoredFlag>('flags/checkout')).off).toMatchObject({ reason: '' });
  }).toPass();
});

test('a boolean flag serves one value to everyone with two clicks, and keeps its rollouts', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE', enabled: true });
  await management.createRollout('banner', { rank: 1, threshold: { percentage: 100, value: true } });
  await openFlag(page, management, 'banner');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Serve False to everyone…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Serve False' }).click();
  // The message, and in the place of the switch.
  await expect(page.getByText('Everyone gets False', { exact: true })).toHaveCount(2);
  const answer = await management.evaluate<{ enabled: boolean }>('boolean', 'banner', 'somebody');
  expect(answer.enabled).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(
      async () => (await management.evaluate<{ enabled: boolean }>('boolean', 'banner', 'somebody')).enabled,
    )
    .toBe(true);
});

test('[ and ] follow the list that the flag was chosen from', async ({ page, management }) => {
  for (const key of ['apple', 'banana', 'cherry']) await management.createFlag({ key });
  await page.goto(`#/namespaces/${management.namespaceKey}/flags?sort=-name&q=-banana`);
  await page.getByRole('link', { name: 'cherry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'cherry' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous flag' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press(']');
  await expect(page.getByRole('heading', { level: 1, name: 'apple' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next flag' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('[');
  await expect(page.getByRole('heading', { level: 1, name: 'cherry' })).toBeVisible();
});

test('the sections are links that can be opened and shared', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout' });
  await openFlag(page, management, 'checkout', '/rules');
  await expect(page.locator('#rules')).toBeInViewport();
  const sections = page.getByRole('navigation', { name: 'Sections of this flag' });
  await expect(sections.getByRole('link', { name: 'Rules' })).toHaveAttribute('aria-current', 'page');
  await sections.getByRole('link', { name: 'Variants' }).click();
  await expect(page.locator('#variants')).toBeFocused();
  await sections.getByRole('link', { name: 'Analytics' }).click();
  await expect(page).toHaveURL(/\/flags\/checkout\/analytics$/);
  // No counts, and why.
  await expect(page.getByText('analytics.enabled')).toBeVisible();
  await expect(page.getByText('flipt_evaluations_requests_total')).toBeVisible();
});

test('[ and ] lead to the flags before and after', async ({ page, management }) => {
  for (const key of ['first', 'second', 'third']) await management.createFlag({ key, name: key });
  await openFlag(page, management, 'second');
  await expect(page.getByRole('button', { name: 'Next flag' })).toBeVisible();
  await page.keyboard.press(']');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('third');
  await page.keyboard.press('[');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('second');
});

test('a review shows the difference and the request before anything is saved', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout', description: 'before' });
  await openFlag(page, management, 'checkout');
  await details(page).getByLabel('Description').fill('after');
  await details(page).getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await expect(review).toContainText('before');
  await review.getByRole('button', { name: 'Cancel' }).click();
  expect((await management.get<StoredFlag>('flags/checkout')).description).toBe('before');
});

test('code asks for this flag, quoted, and the language is remembered', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout' });
  await openFlag(page, management, 'checkout', '/code');
  const code = page.getByRole('region', { name: 'Code for curl' });
  await expect(code).toContainText('/evaluate/v1/variant');
  await expect(code).toContainText('"flagKey":"checkout"');
  await expect(code).toContainText('<CLIENT_TOKEN>');
  await page.getByRole('tab', { name: 'Python' }).click();
  await expect(page.getByRole('region', { name: 'Code for Python' })).toContainText('checkout');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Python' })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
});

test('a flag is exported with the segments that it uses', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout' });
  await management.createSegment({ key: 'used' });
  await management.createSegment({ key: 'other' });
  await management.createRule('checkout', { rank: 1, segmentKeys: ['used'] });
  await openFlag(page, management, 'checkout');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export JSON' }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({
    namespace: { key: management.namespaceKey },
    flags: [{ key: 'checkout', rules: [{ segment: 'used' }] }],
    segments: [{ key: 'used' }],
  });
});

test('what was entered is there again after the page was left to sign in', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', description: 'stored', metadata: { owner: 'ann' } });
  await openFlag(page, management, 'checkout');
  await details(page).getByLabel('Description').fill('entered');
  await page.getByTestId('metadata-value-0').fill('bob');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(details(page).getByLabel('Description')).toHaveValue('entered');
  await expect(page.getByTestId('metadata-value-0')).toHaveValue('bob');
  await details(page).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  expect(await management.get<StoredFlag>('flags/checkout')).toMatchObject({
    description: 'entered',
    metadata: { owner: 'bob' },
  });
});

for (const theme of themes) {
  test(`the page of a flag is accessible in the ${theme} theme, wide and narrow`, async ({
    page,
    management,
  }) => {
    await management.createFlag({
      key: 'checkout',
      metadata: { owner: 'ann', limits: { max: 3 }, tags: ['ui'] },
    });
    await management.createVariant('checkout', { key: 'blue', attachment: '{"colour":"blue"}' });
    await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
    await openFlag(page, management, 'checkout');
    await preferTheme(page, theme);
    await expect(page.getByTestId('metadata-value-0')).toContainText('max');
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectAccessible(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await openFlag(page, management, 'banner');
    await expect(page.getByRole('group', { name: 'Default value' })).toBeVisible();
    await expectAccessible(page);
  });
}

test('in read-only mode everything is shown and nothing can be changed', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', metadata: { owner: 'ann' } });
  await management.createVariant('checkout', { key: 'blue' });
  await makeReadOnly(page);
  await openFlag(page, management, 'checkout');
  await expect(page.getByRole('switch', { name: 'Enabled' })).toHaveAttribute('aria-disabled', 'true');
  await expect(details(page).getByLabel('Description')).toHaveAttribute('aria-disabled', 'true');
  for (const name of ['Update', 'Add Metadata', 'Remove metadata entry']) {
    await expect(details(page).getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  const variants = page.getByRole('region', { name: 'Variants', exact: true });
  await expect(variants.getByRole('button', { name: 'New Variant' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(variants.getByRole('button', { name: 'Delete blue' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(variants.getByRole('link', { name: 'Edit' })).toBeHidden();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  for (const name of ['Copy to Namespace', 'Delete']) {
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expectAccessible(page);
});

test('where nothing is counted the page says why, and asks for no counts', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/internal/v1/analytics/')) asked.push(request.url());
  });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout/analytics`);
  await expect(page.getByText('This server keeps no counts of evaluations over time.')).toBeVisible();
  await expect(page.getByText('analytics.enabled', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: '/metrics' })).toBeVisible();
  await page.getByRole('link', { name: 'Details', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'About this flag' })).toContainText('Facts');
  expect(asked).toEqual([]);
});
