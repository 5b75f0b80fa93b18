import { type Page } from '@playwright/test';
import { type Management } from './support/management';
import { expect, test } from './support/test';

/** The flag `checkout`, which is enabled, in the list of flags. */
async function openFlag(page: Page, management: Management): Promise<void> {
  await management.createFlag({ key: 'checkout', name: 'Checkout' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
  await expect(page.getByRole('switch')).toBeChecked();
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
  const request = `PUT /api/v1/namespaces/${namespaceKey}/flags/checkout`;
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

test('the requests of a review are those that are sent then, one after another, with their bodies', async ({
  page,
  management,
}) => {
  const { namespaceKey } = management;
  await guard(page, namespaceKey);
  await management.createSegment({ key: 'everyone' });
  await management.createFlag({ key: 'checkout' });
  for (const key of ['blue', 'green']) await management.createVariant('checkout', { key });
  await management.createRule('checkout', { rank: 1, segmentKeys: ['everyone'] });
  const sent: { readonly line: string; readonly body: unknown }[] = [];
  const ids: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') return;
    const line = `${request.method()} ${new URL(request.url()).pathname}`;
    sent.push({ line, body: request.postDataJSON() as unknown });
  });
  page.on('response', async (response) => {
    if (response.request().method() !== 'POST') return;
    ids.push(((await response.json()) as { readonly id: string }).id);
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
  expect(shown).toHaveLength(4);
  await review.getByRole('button', { name: `Change ${namespaceKey}` }).click();
  await expect(page.getByText('Successfully created rule')).toBeVisible();

  // The id of the rule is known only once it is made.
  const requests = shown.map((text) => {
    const [line = '', ...body] = text.replaceAll(/(\$|%24)rule\.id/g, ids[0] ?? '').split('\n');
    return { line, body: JSON.parse(body.join('\n')) as unknown };
  });
  expect(sent).toEqual(requests);
});

test('a write that was refused as read-only turns the page read-only, and is taken back', async ({
  page,
  management,
}) => {
  await openFlag(page, management);
  const message = 'modification is not allowed in read-only mode';
  await page.route('**/flags/checkout', (route) =>
    route.fulfill({ status: 500, json: { code: 13, message, details: [] } }),
  );
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
  await page.route('**/flags/checkout', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 404, json: { code: 5, message: 'flag "x/checkout" not found', details: [] } })
      : route.fallback(),
  );
  await page.getByRole('switch').click();
  const alert = page.getByRole('alert').filter({ hasText: 'flag "x/checkout" not found' });
  await alert.getByRole('button', { name: 'Copy details' }).click();
  // The page itself may not read the clipboard (7, 5); people may.
  await page.getByRole('button', { name: /^Namespace: / }).click();
  const field = page.getByRole('textbox', { name: 'Search namespaces' });
  await field.press('Control+v');
  expect(JSON.parse(await field.inputValue())).toEqual({
    method: 'PUT',
    path: `/api/v1/namespaces/${management.namespaceKey}/flags/checkout`,
    status: 404,
    code: 5,
    message: 'flag "x/checkout" not found',
  });
  await expect(page.getByRole('switch')).toBeChecked();
});
