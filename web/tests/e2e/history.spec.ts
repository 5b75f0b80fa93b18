import { type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { authenticated, FIRST_TOKEN } from './support/authentication';
import { type Management } from './support/management';
import { makeReadOnly } from './support/read-only';
import { signInWithToken } from './support/sign-in';
import { expect, test } from './support/test';
import { themes } from './support/theme';

test.use(authenticated);

async function openHistory(page: Page, management: Management): Promise<void> {
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout/history`);
  await signInWithToken(page, FIRST_TOKEN);
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
}

const entries = (page: Page): Locator => page.getByRole('list', { name: 'Changes' }).locator('> li');

const undo = { name: 'Undo this change' };
const restore = { name: 'Restore this version' };

async function confirmReview(page: Page, ...texts: readonly string[]): Promise<void> {
  const review = page.getByRole('dialog', { name: 'Review changes' });
  for (const text of texts) await expect(review).toContainText(text);
  await review.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Successfully restored').last()).toBeVisible();
}

/** A flag that was named three times, by two people. */
async function arrange(management: Management): Promise<void> {
  await management.createFlag({ key: 'checkout', name: 'First' });
  const { clientToken } = await management.call<{ clientToken: string }>('POST', '/auth/v1/method/token', {
    name: 'ann',
  });
  const ann = management.as(clientToken);
  await ann.send('PUT', 'flags/checkout', { name: 'Second', description: 'Pays', enabled: true });
  await management.send('PUT', 'flags/checkout', { name: 'Third', description: 'Pays', enabled: true });
}

test('a save is one entry with who, why and what, and leads to the log and to the segments', async ({
  page,
  management,
}) => {
  await arrange(management);
  await management.createSegment({ key: 'beta' });
  await management.createRule('checkout', { rank: 1, segmentKeys: ['beta'] });
  await management.send('POST', 'changes', {
    message: 'For the launch',
    edits: { flags: [{ key: 'checkout', name: 'Launched' }] },
  });
  await openHistory(page, management);
  await expect(entries(page)).toHaveCount(5);
  await expect(entries(page).first()).toContainText('For the launch');
  await expect(entries(page).nth(3)).toContainText('ann');
  await expect(entries(page).nth(3)).toContainText('"First" → "Second"');
  await expect(entries(page).last()).toContainText('+ flag checkout');
  await expect(entries(page).last().getByRole('button', undo)).toHaveCount(0);
  await expect(entries(page).first().getByRole('button', restore)).toHaveCount(0);

  await page.getByRole('link', { name: 'beta' }).first().click();
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('created segment beta');
  await page.goBack();
  await page.getByRole('link', { name: 'Open in the audit log' }).click();
  await expect(page.getByRole('button', { name: 'Remove Flag checkout' })).toBeVisible();
});

test('the list of flags says who changed a flag last', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout' });
  await management.createFlag({ key: 'search' });
  const { clientToken } = await management.call<{ clientToken: string }>('POST', '/auth/v1/method/token', {
    name: 'ann',
  });
  await management.as(clientToken).send('PUT', 'flags/checkout', { name: 'Checkout', enabled: true });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
  await signInWithToken(page, FIRST_TOKEN);
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows.filter({ hasText: 'checkout' })).toContainText('ann');
  await expect(rows.filter({ hasText: 'search' })).not.toContainText('ann');
});

test('an undo keeps what was changed since, is an entry of its own, and can be undone', async ({
  page,
  management,
}) => {
  await arrange(management);
  await openHistory(page, management);
  // What the last entry made of the name was changed again.
  await management.send('PUT', 'flags/checkout', { name: 'Fourth', description: 'Pays', enabled: true });
  await page.reload();
  await signInWithToken(page, FIRST_TOKEN);
  await entries(page).nth(1).getByRole('button', undo).click();
  const conflict = page.getByRole('alertdialog');
  await expect(conflict).toContainText('Fourth');
  await conflict.getByRole('button', { name: 'Close' }).last().click();
  expect(await management.get('flags/checkout')).toMatchObject({ name: 'Fourth' });

  await entries(page).first().getByRole('button', undo).click();
  await confirmReview(page, 'Third');
  await expect(entries(page)).toHaveCount(5);
  await expect(entries(page).first()).toContainText('Undoes revision');
  await expect(entries(page).nth(1)).toContainText('Undone by revision');
  expect(await management.get('flags/checkout')).toMatchObject({ name: 'Third', description: 'Pays' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(entries(page)).toHaveCount(6);
  expect(await management.get('flags/checkout')).toMatchObject({ name: 'Fourth' });
});

test('a version is restored with what is gone since, and says when it is like that already', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  await management.createSegment({ key: 'beta' });
  const red = await management.createVariant('checkout', { key: 'red', attachment: '{"hex": "#f00"}' });
  const blue = await management.createVariant('checkout', { key: 'blue' });
  const shares = { [red.id]: 70, [blue.id]: 30 };
  const rule = await management.createRule('checkout', { rank: 1, segmentKeys: ['beta'], shares });
  const variants = async (): Promise<unknown> =>
    (await management.get<{ variants: readonly { key: string }[] }>('flags/checkout')).variants.map(
      ({ key }) => key,
    );
  await management.send('DELETE', `flags/checkout/rules/${rule.id}`);
  await management.send('DELETE', `flags/checkout/variants/${red.id}`);
  expect(await variants()).toEqual(['blue']);
  await openHistory(page, management);
  await entries(page).nth(2).getByRole('button', restore).click();
  await confirmReview(page, 'variant red', 'rule 1');
  expect((await variants()) as readonly string[]).toContain('red');
  const { rules } = await management.get<{ rules: readonly { distributions: object[] }[] }>(
    'flags/checkout/rules',
  );
  expect(rules).toMatchObject([{ distributions: [{ rollout: 70 }, { rollout: 30 }] }]);

  await expect(entries(page).first()).toContainText('Restore flag checkout');
  await entries(page).nth(3).getByRole('button', restore).click();
  await expect(page.getByText('It is like that now.')).toBeVisible();
});

test('what refers to a segment that is gone is not restored, and says to which', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout', type: 'BOOLEAN_FLAG_TYPE' });
  await management.createSegment({ key: 'beta' });
  const segment = { segmentKeys: ['beta'], value: true };
  const rollout = await management.createRollout('checkout', { rank: 1, segment });
  await management.send('DELETE', `flags/checkout/rollouts/${rollout.id}`);
  await management.send('DELETE', 'segments/beta');
  await openHistory(page, management);
  await entries(page).nth(1).getByRole('button', restore).click();
  await expect(page.getByText(/beta/).last()).toBeVisible();
  const { rules } = await management.get<{ rules?: readonly unknown[] }>('flags/checkout/rollouts');
  expect(rules ?? []).toHaveLength(0);
});

test('an entry has an address, which leads to it from the log, however old it is', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  for (let index = 0; index < 55; index++)
    await management.send('PUT', 'flags/checkout', { name: `Check out ${index}`, enabled: true });
  await page.goto(`/#/namespaces/${management.namespaceKey}/activity?flag=checkout&action=created`);
  await signInWithToken(page, FIRST_TOKEN);
  await page.getByRole('button', { name: 'created flag checkout' }).click();
  await page.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click();
  const made = entries(page).last();
  await expect(entries(page)).toHaveCount(56);
  await expect(made).toHaveAttribute('aria-current', 'true');
  await expect(made).toBeInViewport();
  await expect(page.locator('li[aria-current]')).toHaveCount(1);
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout/history?revision=unknown`);
  await expect(page.getByText('The change that the address points at is not among them.')).toBeVisible();
});

test('nothing is put back where nothing can be changed', async ({ page, management }) => {
  await arrange(management);
  await makeReadOnly(page);
  await openHistory(page, management);
  const button = entries(page).nth(1).getByRole('button', undo);
  await expect(button).toHaveAccessibleDescription('Not available in read-only mode');
  await button.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const theme of themes) {
  test(`15: the history of a flag is accessible in ${theme}, and fits 320 px`, async ({
    page,
    management,
  }) => {
    await arrange(management);
    await page.emulateMedia({ colorScheme: theme });
    await openHistory(page, management);
    await expect(entries(page).nth(1).getByRole('button', restore)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await expectAccessible(page);
  });
}
