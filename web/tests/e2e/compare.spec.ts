import { randomUUID } from 'node:crypto';
import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { randomAnswers } from './support/random-answers';
import { makeReadOnly } from './support/read-only';
import { expect, test } from './support/test';
import { preferTheme, themes } from './support/theme';

const expected = { timeout: 15_000 };

/** A variant flag with a rule for a segment, and a boolean flag. */
async function arrange(management: Management): Promise<void> {
  await management.createSegment({ key: 'beta-users' });
  await management.createConstraint('beta-users', {
    type: 'STRING_COMPARISON_TYPE',
    property: 'plan',
    operator: 'eq',
    value: 'beta',
  });
  await management.createFlag({ key: 'checkout' });
  const blue = await management.createVariant('checkout', { key: 'blue' });
  const green = await management.createVariant('checkout', { key: 'green' });
  await management.createRule('checkout', {
    rank: 1,
    segmentKeys: ['beta-users'],
    shares: { [blue.id]: 50, [green.id]: 50 },
  });
  await management.createFlag({ key: 'dark-mode', type: 'BOOLEAN_FLAG_TYPE', enabled: true });
}

async function otherNamespace(management: Management): Promise<Management> {
  const key = `other-${randomUUID().slice(0, 8)}`;
  await management.call('POST', '/api/v1/namespaces', { key, name: key });
  return management.in(key);
}

async function openCompare(page: Page, left: Management, right: Management): Promise<void> {
  await page.goto(`/#/compare?left=${left.namespaceKey}&right=${right.namespaceKey}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Compare namespaces' })).toBeVisible(expected);
}

const rowOf = (page: Page, key: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(key, { exact: true }) });

/** A variant flag with three rules, four segments and a default variant. */
async function arrangeDeep(management: Management): Promise<void> {
  const segments = [
    ['german', 'country', 'DE'],
    ['french', 'country', 'FR'],
    ['paying', 'plan', 'pro'],
    ['trying', 'plan', 'free'],
  ] as const;
  for (const [key, property, value] of segments) {
    await management.createSegment({ key });
    const constraint = { type: 'STRING_COMPARISON_TYPE', property, operator: 'eq', value } as const;
    await management.createConstraint(key, constraint);
  }
  await management.createFlag({ key: 'checkout' });
  const ids: string[] = [];
  for (const key of ['blue', 'green', 'red']) {
    const attachment = JSON.stringify({ colour: key });
    ids.push((await management.createVariant('checkout', { key, attachment })).id);
  }
  const [blue = '', green = '', red = ''] = ids;
  const rules = [
    {
      segmentKeys: ['german', 'paying'],
      segmentOperator: 'AND_SEGMENT_OPERATOR',
      shares: { [green]: 33.4, [blue]: 33.3 },
    },
    { segmentKeys: ['french', 'paying'], shares: { [blue]: 100 } },
    { segmentKeys: ['trying'], shares: { [red]: 12.5, [blue]: 50 } },
  ] as const;
  for (const [index, rule] of rules.entries()) {
    await management.createRule('checkout', { rank: index + 1, ...rule });
  }
  await management.send('PUT', 'flags/checkout', { name: 'Checkout', enabled: true, defaultVariantId: red });
}

test('a flag is copied with all it needs, or not at all, and is the same then', async ({
  page,
  management,
}) => {
  await arrangeDeep(management);
  const other = await otherNamespace(management);
  await openCompare(page, management, other);
  await expect(page.getByText('5 different, 0 the same')).toBeVisible(expected);
  await page.getByRole('button', { name: `Copy checkout to ${other.namespaceKey}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy to Namespace' });
  const plan = dialog.getByRole('list', { name: 'What will happen' });
  await expect(plan.getByText('Will be created')).toHaveCount(5, expected);

  let isRefused = true;
  await page.route(`**/namespaces/${other.namespaceKey}/changes`, async (route) => {
    if (!isRefused) return route.fallback();
    isRefused = false;
    return route.fulfill({ status: 500, json: { code: 13, message: 'disk full', details: [] } });
  });
  const copyButton = dialog.getByRole('button', { name: 'Copy', exact: true });
  await copyButton.click();
  await expect(page.getByText('disk full')).toBeVisible(expected);
  expect(await other.get('segments')).toMatchObject({ segments: [] });
  expect(await other.get('flags')).toMatchObject({ flags: [] });

  await expect(plan.getByText('Will be created')).toHaveCount(5, expected);
  await copyButton.click();
  await expect(page.getByText('Successfully copied flag').first()).toBeVisible(expected);
  const answers = await randomAnswers(management, 'checkout');
  expect(new Set(answers.map(({ variantKey }) => variantKey))).toEqual(new Set(['blue', 'green', 'red']));
  expect(new Set(answers.map(({ match }) => match))).toEqual(new Set([true, false]));
  expect(await randomAnswers(other, 'checkout')).toEqual(answers);
  await expect(page.getByText('0 different, 5 the same')).toBeVisible(expected);
  await page.getByRole('checkbox', { name: 'Show what is the same' }).click();
  await expect(rowOf(page, 'checkout').getByText('Same', { exact: true })).toBeVisible();
});

test('a flag is copied from its Actions, also to a namespace that is made for it', async ({
  page,
  management,
}) => {
  await arrange(management);
  const other = management.in(`made-${randomUUID().slice(0, 8)}`);
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  await page.getByRole('button', { name: 'Actions', exact: true }).click(expected);
  await page.getByRole('menuitem', { name: 'Copy to Namespace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy to Namespace' });
  await dialog.getByRole('combobox', { name: 'Target namespace' }).click();
  await page.getByRole('option', { name: 'New namespace…' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(other.namespaceKey);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Successfully copied flag').first()).toBeVisible(expected);
  await expect(dialog).toBeHidden();
  expect(await other.get('flags/checkout')).toMatchObject({ variants: [{ key: 'blue' }, { key: 'green' }] });
});

test('a segment is copied from its Actions, with its constraints', async ({ page, management }) => {
  await arrange(management);
  const other = await otherNamespace(management);
  await page.goto(`/#/namespaces/${management.namespaceKey}/segments/beta-users`);
  await page.getByRole('button', { name: 'Actions', exact: true }).click(expected);
  await page.getByRole('menuitem', { name: 'Copy to Namespace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy to Namespace' });
  await dialog.getByRole('combobox', { name: 'Target namespace' }).click();
  await page.getByRole('option', { name: other.namespaceKey }).click();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Successfully copied segment').first()).toBeVisible(expected);
  expect(await other.get('segments/beta-users')).toMatchObject({ constraints: [{ property: 'plan' }] });
});

test('what was chosen is overwritten, unless it is to be skipped', async ({ page, management }) => {
  await arrange(management);
  const other = await otherNamespace(management);
  await other.createFlag({ key: 'dark-mode', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  await openCompare(page, management, other);
  await expect(rowOf(page, 'dark-mode').getByText('Different')).toBeVisible(expected);
  await page.getByRole('button', { name: `Copy dark-mode to ${other.namespaceKey}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy to Namespace' });
  const copyButton = dialog.getByRole('button', { name: 'Copy', exact: true });
  const choice = dialog.getByRole('combobox', { name: 'What to do with dark-mode' });
  await expect(choice).toHaveText('Overwrite', expected);
  await choice.click();
  await page.getByRole('option', { name: 'Skip' }).click();
  await expect(dialog.getByText('There is nothing to copy')).toBeVisible(expected);
  await expect(copyButton).toBeDisabled();
  await choice.click();
  await page.getByRole('option', { name: 'Overwrite' }).click();
  await copyButton.click();
  await expect(page.getByText('Successfully copied flag').first()).toBeVisible(expected);
  expect(await other.get('flags/dark-mode')).toMatchObject({ enabled: true });
});

/** Counts what a page asks of the API from now on. */
function countCalls(page: Page): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (/\/(api|internal|auth|meta)\//.test(request.url())) calls += 1;
  });
  return () => {
    const counted = calls;
    calls = 0;
    return counted;
  };
}

test('two namespaces of 1,000 flags take few requests, and several flags are copied as one change', async ({
  page,
  management,
}) => {
  const flagsOf = (description: string) =>
    Array.from({ length: 1_000 }, (_, index) => ({
      key: `flag-${String(index).padStart(4, '0')}`,
      name: `Flag ${index}`,
      type: 'BOOLEAN_FLAG_TYPE',
      description: index < 5 ? description : 'The same',
      enabled: true,
      rollouts: [{ threshold: { percentage: 20, value: false } }],
    }));
  const other = await otherNamespace(management);
  await management.importDocument({ flags: flagsOf('New') });
  await other.importDocument({ flags: flagsOf('Old') });
  const calls = countCalls(page);
  await openCompare(page, management, other);
  await expect(page.getByText('5 different, 995 the same')).toBeVisible({ timeout: 60_000 });
  const compared = calls();
  console.log(`comparing 2 × 1,000 flags: ${compared} of 10 requests`);
  expect(compared).toBeLessThanOrEqual(10);

  const before = await revisionOf(other);
  for (const key of ['flag-0000', 'flag-0002']) {
    await page.getByRole('checkbox', { name: `Select ${key}` }).click();
  }
  await page.getByRole('button', { name: `Copy 2 to ${other.namespaceKey}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy to Namespace' });
  await expect(dialog.getByText('Exists and differs')).toHaveCount(2, expected);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('3 different, 997 the same')).toBeVisible({ timeout: 60_000 });
  expect(await other.get('flags/flag-0002')).toMatchObject({ description: 'New' });
  expect(await revisionOf(other)).toBe(before + 1);

  calls();
  await page.getByRole('button', { name: `Copy flag-0001 to ${other.namespaceKey}` }).click();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('2 different, 998 the same')).toBeVisible({ timeout: 60_000 });
  const promoted = calls();
  console.log(`promoting a flag: ${promoted} of 10 requests`);
  expect(promoted).toBeLessThanOrEqual(10);
  expect(await revisionOf(other)).toBe(before + 2);
});

/** How many revisions there are. */
async function revisionOf(management: Management): Promise<number> {
  const { revision } = await management.get<{ readonly revision: string }>('document');
  return Number(revision.split('.')[0]);
}

test('the two sides are in the address, and what is the same shows when wanted', async ({
  page,
  management,
}) => {
  await arrange(management);
  const other = await otherNamespace(management);
  await other.createFlag({ key: 'dark-mode', type: 'BOOLEAN_FLAG_TYPE', enabled: true });
  await openCompare(page, management, other);
  await expect(rowOf(page, 'checkout').getByText(`Only in ${management.namespaceKey}`)).toBeVisible(expected);
  await expect(rowOf(page, 'dark-mode')).toBeHidden();
  await page.getByRole('checkbox', { name: 'Show what is the same' }).click();
  await expect(rowOf(page, 'dark-mode')).toBeVisible(expected);
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await expect(page).toHaveURL(new RegExp(`left=${other.namespaceKey}&right=${management.namespaceKey}`));
});

test('nothing is copied in read-only mode', async ({ page, management }) => {
  await makeReadOnly(page);
  await arrange(management);
  const other = await otherNamespace(management);
  await openCompare(page, management, other);
  const button = page.getByRole('button', { name: `Copy checkout to ${other.namespaceKey}` });
  await expect(button).toHaveAttribute('aria-disabled', 'true', expected);
});

for (const theme of themes) {
  test(`page and dialog are accessible in the ${theme} theme`, async ({ page, management }) => {
    await preferTheme(page, theme);
    await arrange(management);
    const other = await otherNamespace(management);
    await openCompare(page, management, other);
    await expect(rowOf(page, 'checkout')).toBeVisible(expected);
    await expectAccessible(page);
    await page.getByRole('button', { name: `Copy checkout to ${other.namespaceKey}` }).click();
    await expect(page.getByRole('list', { name: 'What will happen' })).toBeVisible(expected);
    await expectAccessible(page);
  });
}
