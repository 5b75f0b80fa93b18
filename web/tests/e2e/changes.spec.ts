import { type Page } from '@playwright/test';
import { type Management } from './support/management';
import { makeReadOnly } from './support/read-only';
import { expect, test } from './support/test';

/** The flag `checkout`, which is enabled, in the list of flags. @param count How many there are then. */
async function openFlag(page: Page, management: Management, count = 1): Promise<void> {
  await management.createFlag({ key: 'checkout', name: 'Checkout' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(count);
}

/** What the server says now. */
async function isEnabled(management: Management): Promise<boolean> {
  const { enabled } = await management.get<{ readonly enabled: boolean }>('flags/checkout');
  return enabled;
}

async function guard(page: Page, namespaceKey: string): Promise<void> {
  await page.addInitScript((key) => {
    localStorage.setItem('pennon.preferences', JSON.stringify({ version: 1, guardedNamespaces: [key] }));
  }, namespaceKey);
}

test('Ctrl Z puts back the last change of this tab, and then there is none', async ({ page, management }) => {
  await openFlag(page, management);
  await page.getByRole('switch').click();
  await expect(page.getByRole('switch')).not.toBeChecked();
  await expect.poll(() => isEnabled(management)).toBe(false);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('switch')).toBeChecked();
  await expect.poll(() => isEnabled(management)).toBe(true);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('There is nothing to undo in this tab.')).toBeVisible();
});

test('an undo that failed is told, and can be tried again', async ({ page, management }) => {
  await openFlag(page, management);
  await page.getByRole('switch').click();
  await page.route('**/revert', (route) =>
    route.fulfill({ status: 500, json: { code: 13, message: 'disk full', details: [] } }),
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alert')).toContainText('disk full');
  expect(await isEnabled(management)).toBe(false);
  await page.unroute('**/revert');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: Disable checkout')).toBeVisible();
  expect(await isEnabled(management)).toBe(true);
});

test('an undo of a namespace that failed can be tried again', async ({ page, management }) => {
  const { namespaceKey } = management;
  const place = `/api/v1/namespaces/${namespaceKey}`;
  await page.goto('/#/settings/namespaces');
  await page.getByRole('link', { name: `Edit Namespace: ${namespaceKey}` }).click();
  const drawer = page.getByRole('dialog', { name: 'Edit Namespace' });
  await drawer.getByLabel('Name').fill('Shop');
  await drawer.getByRole('button', { name: 'Update' }).click();
  await expect(drawer).toBeHidden();
  await page.route(`**${place}`, (route) =>
    route.fulfill({ status: 500, json: { code: 13, message: 'disk full', details: [] } }),
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alert')).toContainText('disk full');
  expect(await management.call('GET', place)).toMatchObject({ name: 'Shop' });
  await page.unroute(`**${place}`);
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`Undone: Update namespace ${namespaceKey}`)).toBeVisible();
  expect(await management.call('GET', place)).toMatchObject({ name: namespaceKey });
});

test('an undo is done once, however often it is asked for', async ({ page, management }) => {
  await openFlag(page, management);
  await page.getByRole('switch').click();
  await expect(page.getByText('checkout disabled')).toBeVisible();
  let sent = 0;
  await page.route('**/revert', async (route) => {
    sent += 1;
    // It is asked for again while it is on its way.
    await page.keyboard.press('Control+z');
    await expect(page.getByText('There is nothing to undo in this tab.')).toBeVisible();
    await route.continue();
  });
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: Disable checkout')).toBeVisible();
  expect(sent).toBe(1);
});

test('nothing is saved in a namespace that could not be made', async ({ page, management }) => {
  const { namespaceKey } = management;
  await management.createFlag({ key: 'checkout' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  await page.route('**/api/v1/namespaces', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    return route.fulfill({ status: 500, json: { code: 13, message: 'disk full', details: [] } });
  });
  await page.goto('/#/settings/namespaces');
  await page.getByRole('button', { name: `Actions of ${namespaceKey}` }).click();
  await page.getByRole('menuitem', { name: 'Duplicate…' }).click();
  const drawer = page.getByRole('dialog', { name: `New Namespace like ${namespaceKey}` });
  await drawer.getByLabel('Name', { exact: true }).fill(`Like ${namespaceKey}`);
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('alert')).toContainText('disk full');
  expect(sent).toEqual(['/api/v1/namespaces']);
});

test('saves of one namespace wait for one another', async ({ page, management }) => {
  await management.createFlag({ key: 'search' });
  await openFlag(page, management, 2);
  let [atOnce, most] = [0, 0];
  await page.route('**/changes', async (route) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    const response = await route.fetch();
    // Time in which the other one would be sent.
    await page.waitForTimeout(300);
    atOnce -= 1;
    await route.fulfill({ response });
  });
  for (const key of ['checkout', 'search']) await page.getByRole('switch', { name: key }).click();
  await expect(page.getByText('search disabled')).toBeVisible();
  const { flags } = await management.get<{ readonly flags: readonly { readonly enabled: boolean }[] }>(
    'flags',
  );
  expect(flags).toMatchObject([{ enabled: false }, { enabled: false }]);
  expect(most).toBe(1);
});

test('what shows before it is saved is taken back when it is refused, before the page is read again', async ({
  page,
  management,
}) => {
  await openFlag(page, management);
  let refuse = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/changes', async (route) => {
    await asked;
    // Nothing is read any more.
    await page.route(/\/api\/v1\/|\/internal\//, () => undefined);
    await route.fulfill({ status: 400, json: { code: 3, message: 'not like this', details: [] } });
  });
  await page.getByRole('switch').click();
  await expect(page.getByRole('switch')).not.toBeChecked();
  refuse();
  await expect(page.getByRole('switch')).toBeChecked();
});

test('in a guarded namespace every write is shown first, in words and as requests', async ({
  page,
  management,
}) => {
  const { namespaceKey } = management;
  await guard(page, namespaceKey);
  await openFlag(page, management);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByRole('switch').click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await expect(review.getByRole('listitem')).toHaveCount(1);
  await review.getByRole('tab', { name: 'Requests' }).click();
  const request = `POST /api/v1/namespaces/${namespaceKey}/changes`;
  await expect(review.getByText(request)).toBeVisible();
  await review.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('switch')).toBeChecked();
  expect(sent).toEqual([]);

  await page.getByRole('switch').click();
  await review.getByRole('button', { name: `Change ${namespaceKey}` }).click();
  await expect(page.getByRole('switch')).not.toBeChecked();
  await expect.poll(() => isEnabled(management)).toBe(false);
  expect(sent).toEqual([request]);
});

test('the request of a review is the one that is sent then, with its body', async ({ page, management }) => {
  const { namespaceKey } = management;
  await guard(page, namespaceKey);
  await management.createSegment({ key: 'everyone' });
  await management.createFlag({ key: 'checkout' });
  for (const key of ['blue', 'green']) await management.createVariant('checkout', { key });
  await management.createRule('checkout', { rank: 1, segmentKeys: ['everyone'] });
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.postDataJSON());
  });

  await page.goto(`/#/namespaces/${namespaceKey}/flags/checkout?rule=new`);
  const drawer = page.getByRole('dialog', { name: 'New Rule' });
  await drawer.getByRole('combobox', { name: 'Segments' }).fill('everyone');
  await page.getByRole('option', { name: 'everyone' }).click();
  await page.keyboard.press('Tab');
  await drawer.getByRole('radio', { name: 'Multi-Variate' }).click();
  await drawer.getByRole('combobox', { name: 'Position' }).click();
  await page.getByRole('option', { name: 'Before rule 1' }).click();
  await drawer.getByRole('button', { name: 'Create' }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await expect(review.getByRole('listitem')).toContainText(['everyone → blue 50 %, green 50 %']);
  await review.getByRole('tab', { name: 'Requests' }).click();
  const shown = await review.getByRole('region').allTextContents();
  await review.getByRole('button', { name: `Change ${namespaceKey}` }).click();
  await expect(page.getByText('Successfully created rule')).toBeVisible();

  const bodies = shown.map((text) => JSON.parse(text.slice(text.indexOf('{'))) as object);
  expect(bodies).toHaveLength(1);
  // Besides it has only the key that it can be repeated with.
  expect(sent).toEqual([{ ...bodies[0], requestKey: expect.any(String) as unknown }]);
});

test('a write that was refused as read-only turns the page read-only, and is taken back', async ({
  page,
  management,
}) => {
  await openFlag(page, management);
  const message = 'modification is not allowed in read-only mode';
  await page.route('**/changes', (route) =>
    route.fulfill({ status: 500, json: { code: 13, message, details: [] } }),
  );
  await makeReadOnly(page);
  await page.getByRole('switch').click();
  await expect(page.getByText('Read-only mode is on.')).toBeVisible();
  await expect(page.getByRole('switch')).toBeChecked();
  await expect(page.getByRole('switch')).toHaveAttribute('aria-disabled', 'true');
});

test('the message of a refused write stays and can be copied, without secrets', async ({
  page,
  context,
  management,
}) => {
  await context.grantPermissions(['clipboard-write']);
  await openFlag(page, management);
  await page.route('**/changes', (route) =>
    route.fulfill({ status: 404, json: { code: 5, message: 'flag "x/checkout" not found', details: [] } }),
  );
  await page.getByRole('switch').click();
  const alert = page.getByRole('alert').filter({ hasText: 'flag "x/checkout" not found' });
  await alert.getByRole('button', { name: 'Copy details' }).click();
  // The page itself may not read the clipboard (7, 5); people may.
  await page.getByRole('button', { name: /^Namespace: / }).click();
  const field = page.getByRole('textbox', { name: 'Search namespaces' });
  await field.press('Control+v');
  expect(JSON.parse(await field.inputValue())).toEqual({
    method: 'POST',
    path: `/api/v1/namespaces/${management.namespaceKey}/changes`,
    status: 404,
    code: 5,
    message: 'flag "x/checkout" not found',
  });
  await expect(page.getByRole('switch')).toBeChecked();
});

test('what others changed as well is told by part, and nothing is saved without a choice', async ({
  page,
  management,
  guard: pages,
}) => {
  pages.tolerate(/409 \(Conflict\)/);
  await openFlag(page, management);
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByLabel('Description').fill('mine');
  // Somebody else is faster, after the page has read what it changes.
  await page.route('**/changes', async (route) => {
    await management.send('PUT', 'flags/checkout', { name: 'Theirs', description: 'theirs', enabled: true });
    await route.continue();
  });
  await details.getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Changed elsewhere' });
  const row = dialog.getByRole('row', { name: /^flag checkout: description/ });
  await expect(row.getByRole('cell')).toHaveText([/revision \d+/, 'none', 'mine', 'theirs', /Yours/]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await management.get('flags/checkout')).toMatchObject({ name: 'Theirs', description: 'theirs' });
  await expect(details.getByLabel('Description')).toHaveValue('mine');
});

test('what others changed elsewhere in the flag is kept, and told', async ({ page, management }) => {
  await openFlag(page, management);
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByLabel('Description').fill('mine');
  await page.route('**/changes', async (route) => {
    await management.send('PUT', 'flags/checkout', { name: 'Theirs', enabled: true });
    await route.continue();
  });
  await details.getByRole('button', { name: 'Update' }).click();
  const told = 'Others changed meanwhile, and it was kept: flag checkout: name';
  await expect(page.getByText(`Successfully updated flag. ${told}`)).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ name: 'Theirs', description: 'mine' });
});

test('a change whose answer was lost is sent again, and done once', async ({
  page,
  management,
  guard: pages,
}) => {
  pages.tolerate(/ERR_FAILED/);
  await openFlag(page, management);
  let sent = 0;
  await page.route('**/changes', async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('switch').click();
  await expect(page.getByText('checkout disabled')).toBeVisible();
  expect(sent).toBe(2);
  expect(await isEnabled(management)).toBe(false);
  const { revisions } = await management.get<{ readonly revisions: readonly { readonly message: string }[] }>(
    'revisions',
  );
  expect(revisions.filter(({ message }) => message === 'Disable checkout')).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('switch')).toBeChecked();
});

/** Loses all changes, or their answers where they are made. @returns what lets them through again. */
async function loseChanges(page: Page, areMade: boolean): Promise<() => Promise<void>> {
  const path = /\/(?:changes|revert)$/;
  await page.route(path, async (route) => {
    if (areMade && route.request().url().endsWith('/changes')) await route.fetch();
    await route.abort();
  });
  return async () => page.unroute(path);
}

const CHECKING = 'The server did not answer. Checking whether it was saved: ';

test('a new rule whose answers are lost is told as saved in the end, and made once', async ({
  page,
  management,
  guard: pages,
}) => {
  pages.tolerate(/ERR_FAILED|409|404/);
  await management.createFlag({ key: 'checkout' });
  await management.createVariant('checkout', { key: 'blue' });
  await management.createSegment({ key: 'staff' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout?rule=new`);
  const drawer = page.getByRole('dialog', { name: 'New Rule' });
  await drawer.getByRole('combobox', { name: 'Segments' }).fill('staff');
  await page.getByRole('option', { name: 'staff' }).first().click();
  await page.keyboard.press('Tab');
  const find = await loseChanges(page, true);
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('alert')).toContainText(`${CHECKING}Create rule 1 of checkout`);
  await drawer.getByRole('button', { name: 'Create' }).press('Enter');
  await find();
  await expect(page.getByText('Successfully created rule')).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(page.getByText(CHECKING)).toHaveCount(0);
  const { rules } = await management.get<{ readonly rules: readonly unknown[] }>('flags/checkout/rules');
  expect(rules).toHaveLength(1);
});

test('a new variant whose answers are lost is told as saved in the end', async ({
  page,
  management,
  guard: pages,
}) => {
  pages.tolerate(/ERR_FAILED|409|404/);
  await management.createFlag({ key: 'checkout' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout?variant=new`);
  const drawer = page.getByRole('dialog', { name: 'New Variant' });
  await drawer.getByLabel('Key', { exact: true }).fill('green');
  const find = await loseChanges(page, true);
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('alert')).toContainText(CHECKING);
  await find();
  await expect(drawer).toBeHidden();
  await expect(page.getByText('Successfully created variant')).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ variants: [{ key: 'green' }] });
});

test('a change that never reached the server is told as failed, and not made later', async ({
  page,
  management,
  guard: pages,
}) => {
  pages.tolerate(/ERR_FAILED|409|404/);
  await openFlag(page, management);
  const find = await loseChanges(page, false);
  await page.getByRole('switch').click();
  await expect(page.getByRole('alert')).toContainText(CHECKING);
  await find();
  await expect(page.getByRole('alert')).toContainText('Cannot reach the server');
  await expect(page.getByRole('switch')).toBeChecked();
  expect(await isEnabled(management)).toBe(true);
});

for (const [way, ask] of [
  ['in a message', async (page: Page) => page.getByRole('button', { name: 'Undo' }).click()],
  ['by keys', async (page: Page) => page.keyboard.press('Control+z')],
] as const) {
  test(`in a guarded namespace an undo ${way} is shown first`, async ({ page, management }) => {
    await guard(page, management.namespaceKey);
    await openFlag(page, management);
    await page.getByRole('switch').click();
    const change = page.getByRole('button', { name: `Change ${management.namespaceKey}` });
    await change.click();
    await expect(page.getByText('checkout disabled')).toBeVisible();
    await ask(page);
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review).toContainText('Undo: Disable checkout');
    await expect(review.getByRole('listitem')).not.toHaveCount(0);
    await review.getByRole('tab', { name: 'Requests' }).click();
    await expect(review.getByRole('region')).toContainText(/^POST .*\/revert/);
    await review.getByRole('button', { name: 'Cancel' }).click();
    expect(await isEnabled(management)).toBe(false);
    await page.keyboard.press('Control+z');
    await change.click();
    await expect(page.getByText('Undone: Disable checkout')).toBeVisible();
    expect(await isEnabled(management)).toBe(true);
  });
}

test('an undo of what somebody has put back already is done with', async ({ page, management }) => {
  await guard(page, management.namespaceKey);
  await openFlag(page, management);
  await page.getByRole('switch').click();
  await page.getByRole('button', { name: `Change ${management.namespaceKey}` }).click();
  await expect(page.getByText('checkout disabled')).toBeVisible();
  await management.send('PUT', 'flags/checkout', { name: 'Checkout', enabled: true });
  await page.keyboard.press('Control+z');
  await expect(page.getByText('It is like that now.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('There is nothing to undo in this tab.')).toBeVisible();
});
