import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { authenticated, FIRST_TOKEN } from './support/authentication';
import { type Management } from './support/management';
import { signInWithToken } from './support/sign-in';
import { expect, test } from './support/test';
import { themes } from './support/theme';

test.use(authenticated);

async function openLog(page: Page, management: Management, query = ''): Promise<void> {
  await page.goto(`/#/namespaces/${management.namespaceKey}/activity${query}`);
  await signInWithToken(page, FIRST_TOKEN);
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
}

const events = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('listitem');

/** The button that tells all of an event. */
const entry = (page: Page, sentence: string) => page.getByRole('button', { name: sentence });

/** A flag that was renamed, a segment that is gone, and what made them. */
async function arrange(management: Management): Promise<void> {
  await management.createFlag({ key: 'checkout' });
  await management.send('PUT', 'flags/checkout', { name: 'Check out', enabled: true });
  await management.createVariant('checkout', { key: 'red' });
  await management.createSegment({ key: 'beta' });
  await management.send('DELETE', 'segments/beta');
}

test('Activity: tells who changed what, what was before, and leads to what is still there', async ({
  page,
  management,
}) => {
  await arrange(management);
  await openLog(page, management);
  await expect(page.getByText('6 events shown')).toBeVisible();
  await expect(events(page).first()).toContainText('deleted segment beta');
  await expect(events(page).nth(2)).toContainText('created variant red of flag checkout');
  await expect(events(page).last()).toContainText(`created namespace ${management.namespaceKey}`);

  // With the keyboard alone.
  await entry(page, 'deleted segment beta').focus();
  await page.keyboard.press('Enter');
  await expect(events(page).first()).toContainText('Segment beta is gone.');
  await expect(events(page).first()).toContainText('with an API token');
  await expect(events(page).first()).toContainText('127.0.0.1');
  await page.keyboard.press('Enter');
  await expect(events(page).first()).not.toContainText('Segment beta is gone.');

  await entry(page, 'updated flag checkout').press('Enter');
  const diff = page.getByRole('group', { name: 'Before and after' });
  await expect(diff).toContainText('"name": "checkout"');
  await expect(diff).toContainText('"name": "Check out"');
  await page.getByRole('link', { name: 'Open Flag checkout' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Check out' })).toBeVisible();
});

test('Activity: what is filtered is in the address, and can be taken away', async ({ page, management }) => {
  await arrange(management);
  await openLog(page, management);
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Flag', exact: true }).click();
  await expect(page.getByText('2 events shown')).toBeVisible();
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Updated' }).click();
  await expect(page.getByText('1 event shown')).toBeVisible();
  await expect(page).toHaveURL(/activity\?type=flag&action=updated$/);

  await page.getByLabel('Who').fill('nobody of that name');
  await page.getByLabel('Who').press('Enter');
  await expect(page.getByText('No event matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).last().click();
  await expect(page.getByText('6 events shown')).toBeVisible();
  await expect(page).toHaveURL(/activity$/);

  await entry(page, 'created flag checkout').click();
  await page.getByRole('button', { name: /^Only by / }).click();
  await expect(page).toHaveURL(/activity\?actor=/);
  await expect(page.getByText('6 events shown')).toBeVisible();
  await page.getByLabel('Until').fill('2020-01-01');
  await expect(page.getByText('No event matches.')).toBeVisible();
  await page.getByLabel('Until').fill('2199-01-01');
  await expect(page.getByText('6 events shown')).toBeVisible();
  await page.getByLabel('From').fill('2199-01-01');
  await expect(page.getByText('No event matches.')).toBeVisible();
});

test('Activity: everywhere is all namespaces, with tokens and logins', async ({ page, management }) => {
  await management.call('POST', '/auth/v1/method/token', { name: `of ${management.namespaceKey}` });
  await openLog(page, management);
  await expect(page.getByText('1 event shown')).toBeVisible();
  await page.getByRole('combobox', { name: 'Where' }).click();
  await page.getByRole('option', { name: /^Everywhere/ }).click();
  await expect(page).toHaveURL(/scope=all$/);
  const made = events(page).filter({ hasText: 'created token' }).first();
  await made.getByRole('button').first().click();
  await expect(made.getByRole('link', { name: 'Open tokens' })).toBeVisible();
});

test('Activity: older events come when they are asked for, and new ones with a refresh', async ({
  page,
  management,
}) => {
  for (let index = 0; index < 55; index++) await management.createSegment({ key: `segment-${index}` });
  await openLog(page, management);
  await expect(page.getByText('50 events shown')).toBeVisible();
  await page.getByRole('button', { name: 'Show older events' }).press('Enter');
  await expect(page.getByText('56 events shown')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show older events' })).toHaveCount(0);
  await management.createSegment({ key: 'latest' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(events(page).first()).toContainText('created segment latest');
  await expect(page.getByText('50 events shown')).toBeVisible();
});

test('Activity: a token of one namespace sees that one, and is told why it sees no more', async ({
  page,
  management,
}) => {
  const { namespaceKey } = management;
  const { clientToken } = await management.call<{ clientToken: string }>('POST', '/auth/v1/method/token', {
    ...{ name: 'scoped', namespaceKey },
  });
  await page.goto(`/#/namespaces/${namespaceKey}/activity`);
  await signInWithToken(page, clientToken, namespaceKey);
  await expect(page.getByText('1 event shown')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Where' })).toHaveCount(0);
  await page.evaluate(() => {
    location.hash += '?scope=all';
  });
  await expect(page.getByText('Your credential may not read this part of the audit log.')).toBeVisible();
});

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

for (const theme of themes) {
  test(`15: the audit log is accessible in ${theme}, and fits 320 px`, async ({ page, management }) => {
    await arrange(management);
    await page.emulateMedia({ colorScheme: theme });
    await openLog(page, management);
    await entry(page, 'updated flag checkout').click();
    await expect(page.getByRole('link', { name: 'Open Flag checkout' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
}
