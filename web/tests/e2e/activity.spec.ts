import { type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { authenticated, FIRST_TOKEN } from './support/authentication';
import { type Management } from './support/management';
import { makeReadOnly } from './support/read-only';
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

test('the history of a flag has what is recorded of it', async ({ page, management }) => {
  await arrange(management);
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout/history`);
  await signInWithToken(page, FIRST_TOKEN);
  await expect(page.getByRole('heading', { name: 'Recorded changes' })).toBeVisible();
  await expect(page.getByText('3 events shown')).toBeVisible();
  await page.getByRole('link', { name: 'Open in the audit log' }).click();
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await expect(page.getByText('3 events shown')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Flag checkout' }).click();
  await expect(page.getByText('6 events shown')).toBeVisible();
});

test('a recorded change has an address, which leads to it from anywhere, however old it is', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  for (let index = 0; index < 55; index++) {
    await management.send('PUT', 'flags/checkout', { name: `Check out ${index}`, enabled: true });
  }
  const history = `#/namespaces/${management.namespaceKey}/flags/checkout/history`;
  await page.goto(`/${history}`);
  await signInWithToken(page, FIRST_TOKEN);
  await page.getByRole('button', { name: 'Show older events' }).click();
  const made = events(page).filter({ hasText: 'created flag checkout' });
  await made.getByRole('button').first().click();
  await made.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click();
  await expect(page).toHaveURL((url) => url.hash.startsWith(`${history}?entry=`));
  await expect(made).toHaveAttribute('aria-current', 'true');
  const address = page.url();

  await page.reload();
  await signInWithToken(page, FIRST_TOKEN);
  await expect(page).toHaveURL(address);
  await expect(page.getByText('56 events shown')).toBeVisible();
  await expect(made).toHaveAttribute('aria-current', 'true');
  await expect(made).toBeInViewport();
  await expect(made.getByRole('group', { name: 'Before and after' })).toBeVisible();
  await expect(events(page).and(page.locator('[aria-current]'))).toHaveCount(1);
  await expectAccessible(page);
  await made.getByRole('button', { name: 'created flag checkout' }).click();
  await expect(made.getByRole('group', { name: 'Before and after' })).toHaveCount(0);

  await page.goto(`/${history}?entry=unknown`);
  await expect(page.getByText('The event that the address points at is not among them.')).toBeVisible();
});

async function openHistory(page: Page, management: Management, flagKey: string): Promise<void> {
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/${flagKey}/history`);
  await signInWithToken(page, FIRST_TOKEN);
  await expect(page.getByRole('heading', { name: 'Recorded changes' })).toBeVisible();
}

/** Opens an event of that sentence, the latest unless told, and gives what is told of it. */
async function openEvent(page: Page, sentence: string, index = 0): Promise<Locator> {
  const event = events(page).filter({ hasText: sentence }).nth(index);
  await event.getByRole('button', { name: sentence }).click();
  return event;
}

async function confirmReview(page: Page, ...texts: readonly string[]): Promise<void> {
  const review = page.getByRole('dialog', { name: 'Review changes' });
  for (const text of texts) await expect(review).toContainText(text);
  await review.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Successfully restored').last()).toBeVisible();
}

test('what a change has found is restored after a look at the differences, which is a new entry', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout', name: 'First', metadata: { team: 'shop' } });
  const { id } = await management.createVariant('checkout', { key: 'red' });
  const values = { enabled: true, defaultVariantId: id };
  await management.send('PUT', 'flags/checkout', { ...values, name: 'Second', metadata: { team: 'web' } });
  await management.send('PUT', 'flags/checkout', { name: 'Third', enabled: false, metadata: {} });
  await openHistory(page, management, 'checkout');
  await expect(page.getByText('4 events shown')).toBeVisible();

  const event = await openEvent(page, 'updated flag checkout');
  const now = event.getByRole('button', { name: 'Restore this version' });
  await expect(now).toHaveAccessibleDescription('It is like that now.');
  await event.getByRole('button', { name: 'Restore the version before' }).click();
  await confirmReview(page, 'Restore flag checkout', 'Third', 'Second', '{"team":"web"}', 'red');
  await expect(page.getByText('5 events shown')).toBeVisible();
  await expect(events(page).first()).toContainText('updated flag checkout');
  const restored = await management.get<Record<string, unknown>>('flags/checkout');
  expect(restored).toMatchObject({ name: 'Second', enabled: true, metadata: { team: 'web' } });
  expect(restored.defaultVariant).toMatchObject({ id });
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByRole('heading', { name: 'Third' })).toBeVisible();
});

test('five edits by two people are told with who and what, and the second is restored', async ({
  page,
  management,
}) => {
  const people = await Promise.all(
    ['ann', 'ben'].map(async (name) => {
      const { clientToken } = await management.call<{ readonly clientToken: string }>(
        'POST',
        '/auth/v1/method/token',
        { name },
      );
      return management.as(clientToken);
    }),
  );
  await management.createFlag({ key: 'checkout', name: 'First', metadata: { team: 'shop' } });
  const { id } = await management.createVariant('checkout', { key: 'red' });
  const edits = [
    { change: { name: 'Second' }, lines: ['− "name": "First"', '+ "name": "Second"'] },
    { change: { description: 'Pays' }, lines: ['− "description": ""', '+ "description": "Pays"'] },
    { change: { enabled: false }, lines: ['− "enabled": true', '+ "enabled": false'] },
    { change: { metadata: { team: 'web' } }, lines: ['− "team": "shop"', '+ "team": "web"'] },
    { change: { defaultVariantId: id }, lines: ['+ "default_variant": "red"'] },
  ] as const;
  let flag: Readonly<Record<string, unknown>> = { name: 'First', description: '', enabled: true };
  const states: unknown[] = [];
  for (const [index, { change }] of edits.entries()) {
    flag = { ...flag, ...change };
    await people[index % 2]?.send('PUT', 'flags/checkout', flag);
    states.push(await contentsOf(management));
  }

  await openHistory(page, management, 'checkout');
  const updates = events(page).filter({ hasText: 'updated flag checkout' });
  await expect(updates).toHaveCount(5);
  for (const [index, { lines }] of edits.entries()) {
    const event = updates.nth(edits.length - 1 - index);
    await expect(event).toContainText(index % 2 === 0 ? 'ann' : 'ben');
    await event.getByRole('button', { name: 'updated flag checkout' }).click();
    const diff = event.getByRole('group', { name: 'Before and after' });
    expect(await changedLines(diff)).toEqual(lines);
  }
  await updates.nth(3).getByRole('button', { name: 'Restore this version' }).click();
  await confirmReview(page, 'Restore flag checkout', 'Enabled', 'none', '{"team":"shop"}');
  await expect(updates).toHaveCount(6);
  expect(await contentsOf(management)).toEqual(states[1]);
});

/** What left and came, in the order of the lines; when it was changed is another matter. */
async function changedLines(diff: Locator): Promise<readonly string[]> {
  await expect(diff).toBeVisible();
  const lines = await diff.locator(':scope > div').allTextContents();
  return lines.flatMap((line) => {
    const [, sign = '', text = ''] = /^([−+])\D*?("\w+": .*?),?$/.exec(line) ?? [];
    return sign === '' || text.startsWith('"updated') ? [] : [`${sign} ${text}`];
  });
}

/** The flag `checkout` without the time of its last change. */
async function contentsOf(management: Management): Promise<unknown> {
  return { ...(await management.get<object>('flags/checkout')), updatedAt: undefined };
}

test('a variant that is gone is made anew, and after it a rule with its shares', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  for (const key of ['beta', 'staff']) await management.createSegment({ key });
  const red = await management.createVariant('checkout', { key: 'red', attachment: '{"hex": "#f00"}' });
  const blue = await management.createVariant('checkout', { key: 'blue' });
  const shares = { [red.id]: 70, [blue.id]: 30 };
  const segments = { segmentKeys: ['beta', 'staff'], segmentOperator: 'AND_SEGMENT_OPERATOR' } as const;
  const rule = await management.createRule('checkout', { rank: 1, ...segments, shares });
  await management.createRule('checkout', { rank: 2, segmentKeys: ['beta'], shares: { [red.id]: 40 } });
  await management.send('DELETE', `flags/checkout/rules/${rule.id}`);
  await management.send('DELETE', `flags/checkout/variants/${red.id}`);
  await openHistory(page, management, 'checkout');

  const ofRule = await openEvent(page, 'deleted rule of flag checkout');
  await expect(ofRule).toContainText('Cannot be restored: variant red is gone.');
  const before = { name: 'Restore the version before' };
  await expect(ofRule.getByRole('button', before)).toHaveAttribute('aria-disabled', 'true');

  const ofVariant = await openEvent(page, 'deleted variant red');
  await expect(ofVariant).toContainText('with a new id; shares that rules had of it do not come back');
  await ofVariant.getByRole('button', before).click();
  await confirmReview(page, 'Restore variant red of checkout, with a new id');
  await expect(events(page).first()).toContainText('created variant red of flag checkout');
  const { variants } = await management.get<{ variants: readonly Record<string, string>[] }>(
    'flags/checkout',
  );
  const anew = variants.find(({ key }) => key === 'red');
  expect(anew?.attachment).toBe('{"hex":"#f00"}');
  expect(anew?.id).not.toBe(red.id);

  // The share of the other rule went with the variant.
  const ofShare = await openEvent(page, 'created share of flag checkout');
  await ofShare.getByRole('button', { name: 'Restore this version' }).click();
  await confirmReview(page, 'Restore rule 1 of checkout', 'share of red', '40');

  await ofRule.getByRole('button', before).click();
  await confirmReview(page, 'Restore rule 1 of checkout, with a new id', 'red 70');
  await expect
    .poll(async () => {
      const { rules } = await management.get<{ rules: readonly object[] }>('flags/checkout/rules');
      return rules;
    })
    .toMatchObject([
      {
        ...segments,
        distributions: [
          { variantId: anew?.id, rollout: 70 },
          { variantId: blue.id, rollout: 30 },
        ],
      },
      { segmentKey: 'beta', distributions: [{ variantId: anew?.id, rollout: 40 }] },
    ]);
});

test('what refers to a segment that is gone cannot be restored, and says to which', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout', type: 'BOOLEAN_FLAG_TYPE' });
  await management.createSegment({ key: 'beta' });
  const segment = { segmentKeys: ['beta'], value: true };
  const rollout = await management.createRollout('checkout', { rank: 1, segment });
  await management.send('DELETE', `flags/checkout/rollouts/${rollout.id}`);
  await openHistory(page, management, 'checkout');
  const event = await openEvent(page, 'deleted rollout of flag checkout');
  const restore = event.getByRole('button', { name: 'Restore the version before' });
  await expect(event).toContainText('It is made anew, with a new id.');

  // It is refused as well where the segment went after the page was opened.
  await management.send('DELETE', 'segments/beta');
  await restore.click();
  await expect(event).toContainText('Cannot be restored: segment beta is gone.');
  await expect(restore).toHaveAccessibleDescription('Cannot be restored: segment beta is gone.');
  await restore.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const { rules } = await management.get<{ rules?: readonly unknown[] }>('flags/checkout/rollouts');
  expect(rules ?? []).toHaveLength(0);
});

test('nothing is restored where nothing can be changed', async ({ page, management }) => {
  await arrange(management);
  await makeReadOnly(page);
  await openHistory(page, management, 'checkout');
  const event = await openEvent(page, 'updated flag checkout');
  const restore = event.getByRole('button', { name: 'Restore the version before' });
  await expect(restore).toHaveAccessibleDescription('Not available in read-only mode');
  await restore.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('rollouts come back in their place, and an order does', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', type: 'BOOLEAN_FLAG_TYPE' });
  const thresholdOf = (percentage: number) => ({ threshold: { percentage, value: true } });
  const ids: string[] = [];
  for (const rank of [1, 2, 3]) {
    ids.push((await management.createRollout('checkout', { rank, ...thresholdOf(rank * 10) })).id);
  }
  await management.send('PUT', `flags/checkout/rollouts/${ids[1]}`, thresholdOf(99));
  await management.send('DELETE', `flags/checkout/rollouts/${ids[1]}`);
  await management.send('PUT', 'flags/checkout/rollouts/order', { rolloutIds: [ids[2], ids[0]] });
  const percentages = async (): Promise<readonly number[]> => {
    const { rules } = await management.get<{ rules: readonly { threshold: { percentage: number } }[] }>(
      'flags/checkout/rollouts',
    );
    return rules.map(({ threshold }) => threshold.percentage);
  };
  expect(await percentages()).toEqual([30, 10]);
  await openHistory(page, management, 'checkout');
  const sentence = 'updated rollout of flag checkout';
  const before = { name: 'Restore the version before' };
  await (await openEvent(page, sentence)).getByRole('button', before).click();
  await confirmReview(page, 'Reorder the rollouts of checkout');
  await expect.poll(percentages).toEqual([10, 30]);
  await expect(events(page).filter({ hasText: sentence })).toHaveCount(3);

  await (await openEvent(page, sentence, 2)).getByRole('button', before).click();
  await confirmReview(page, 'Restore rollout 2 of checkout, with a new id');
  await expect.poll(percentages).toEqual([10, 20, 30]);
});

test('the history has the segments that the flag uses, in another colour, and filters by kind and person', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  for (const key of ['beta', 'unused']) await management.createSegment({ key });
  await management.createRule('checkout', { rank: 1, segmentKeys: ['beta'] });
  const { clientToken } = await management.call<{ clientToken: string }>('POST', '/auth/v1/method/token', {
    name: 'someone else',
  });
  const other = management.as(clientToken);
  await other.createConstraint('beta', {
    type: 'STRING_COMPARISON_TYPE',
    property: 'city',
    operator: 'eq',
    value: 'Ulm',
  });
  await openHistory(page, management, 'checkout');
  await expect(events(page)).toContainText([
    'created constraint of segment beta',
    'created rule of flag checkout',
    'created segment beta',
    'created flag checkout',
  ]);
  await expect(events(page)).toHaveCount(4);
  const edgeOf = (event: Locator): Promise<string> =>
    event.evaluate((element) => getComputedStyle(element).borderInlineStartColor);
  expect(await edgeOf(events(page).first())).not.toBe(await edgeOf(events(page).nth(1)));

  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Segment', exact: true }).click();
  await expect(events(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(events(page)).toHaveCount(4);
  await openEvent(page, 'created constraint of segment beta');
  await page.getByRole('button', { name: /^Only by / }).click();
  await expect(events(page)).toHaveCount(1);
  await expect(page).toHaveURL(/history\?actor=/);
});

test('where there is no audit log, nothing leads to it, and its page says so', async ({
  page,
  management,
}) => {
  await page.route('**/internal/v1/ui/capabilities', (route) => route.fulfill({ json: {} }));
  await page.goto(`/#/namespaces/${management.namespaceKey}/activity`);
  await signInWithToken(page, FIRST_TOKEN);
  await expect(page.getByText('This server keeps no audit log.')).toBeVisible();
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Health' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
});

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

for (const theme of themes) {
  test(`15: the history of a flag is accessible in ${theme}, and fits 320 px`, async ({
    page,
    management,
  }) => {
    await arrange(management);
    await page.emulateMedia({ colorScheme: theme });
    await openHistory(page, management, 'checkout');
    await openEvent(page, 'updated flag checkout');
    await expect(page.getByRole('button', { name: 'Restore the version before' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoOverflow(page);
    await expectAccessible(page);
  });

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
