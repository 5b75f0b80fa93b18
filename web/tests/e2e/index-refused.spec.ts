import { type Locator, type Page, type Route } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { expect, test } from './support/test';

/** What the list says where it has to ask flag by flag. */
const note = 'This server does not give you the index of the namespace';

/** Answers as a server does that does not give the index; everything else is real. */
async function refuseIndex(page: Page, status: number): Promise<void> {
  await page.route('**/internal/v1/evaluation/snapshot/**', (route) =>
    route.fulfill({ status, json: { code: 7, message: 'permission denied', details: [] } }),
  );
}

async function openFlags(page: Page, { namespaceKey }: Management): Promise<void> {
  await page.goto(`/#/namespaces/${namespaceKey}/flags`);
  await expect(page.getByText(note)).toBeVisible();
}

const rowOf = (page: Page, key: string): Locator => page.locator(`[data-row="${key}"]`);

/** A variant flag with a rule for a segment, and a boolean flag with a rollout. */
async function arrangeFlags(management: Management): Promise<void> {
  await management.createSegment({ key: 'beta-users' });
  await management.createFlag({ key: 'checkout' });
  const blue = await management.createVariant('checkout', { key: 'blue' });
  await management.createRule('checkout', {
    rank: 1,
    segmentKeys: ['beta-users'],
    shares: { [blue.id]: 100 },
  });
  await management.createFlag({ key: 'dark-mode', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  await management.createRollout('dark-mode', { rank: 1, threshold: { percentage: 25, value: true } });
}

test('without the index, only the rows on screen are asked for, four at a time', async ({
  page,
  management,
}) => {
  const keys = Array.from({ length: 50 }, (_, index) => `flag-${String(index).padStart(2, '0')}`);
  const rollouts = [{ threshold: { percentage: 25, value: true } }];
  await management.importDocument({
    flags: keys.map((key) => ({ key, name: key, type: 'BOOLEAN_FLAG_TYPE', enabled: false, rollouts })),
  });
  await refuseIndex(page, 403);
  // Answers wait until the test lets them go, so that whatever is asked at once is seen.
  const asked: string[] = [];
  const held: Route[] = [];
  let mostAtOnce = 0;
  await page.route(/\/latest\/subject\?kind=flag/, (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('key') ?? '');
    held.push(route);
    mostAtOnce = Math.max(mostAtOnce, held.length);
  });
  /** Lets one answer after the other go, until every row on the screen shows its own. */
  const answerAll = async (): Promise<void> => {
    const unknown = async (): Promise<readonly string[]> => {
      await held.shift()?.continue();
      return keysOnScreen(page, '1 rollout');
    };
    await expect.poll(unknown, { intervals: [50] }).toEqual([]);
  };

  await openFlags(page, management);
  await expect.poll(() => held.length).toBe(4);
  expect(asked).toEqual(keys.slice(0, 4));
  const first = await keysOnScreen(page);
  expect(first.length).toBeGreaterThan(4);
  await answerAll();
  expect(mostAtOnce).toBe(4);
  expect(first).toEqual(expect.arrayContaining(asked));

  await rowOf(page, 'flag-49').scrollIntoViewIfNeeded();
  await expect.poll(() => held.length).toBe(4);
  const last = await keysOnScreen(page);
  await answerAll();
  expect(mostAtOnce).toBe(4);
  expect(asked).toContain('flag-49');
  // Rows grow by what they learn, so that one at the edge may come or go.
  expect([...first, ...last, ...(await keysOnScreen(page))]).toEqual(expect.arrayContaining(asked));
  expect(asked).not.toContain('flag-25');
});

/** The flags of the rows that are on the screen, in order; only those without that text, if one is given. */
async function keysOnScreen(page: Page, without = ''): Promise<readonly string[]> {
  return page.locator('[data-row]').evaluateAll(
    (rows, text) =>
      rows.flatMap((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        const isOnScreen = bottom > 0 && top < innerHeight;
        const isLeftOut = text !== '' && row.textContent.includes(text);
        return isOnScreen && !isLeftOut ? [row.getAttribute('data-row') ?? ''] : [];
      }),
    without,
  );
}

for (const status of [404, 501]) {
  test(`a list without its index (${status}) shows what each flag says of itself, wide and narrow`, async ({
    page,
    management,
  }) => {
    await arrangeFlags(management);
    await refuseIndex(page, status);
    await openFlags(page, management);
    const checkout = rowOf(page, 'checkout');
    const darkMode = rowOf(page, 'dark-mode');
    await expect(checkout.getByText('1 rule', { exact: true })).toBeVisible();
    // Nothing tells what the segment holds: the bar takes it to hold some.
    await expect(checkout.getByRole('img')).toHaveAccessibleName(
      'Rule 1 for beta-users: blue. Everyone else: no variant',
    );
    await expect(darkMode.getByText('+ 1 rollout')).toBeVisible();
    await expect(darkMode.getByRole('img')).toHaveAccessibleName('Everyone: 25 % True, 75 % False');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(checkout.getByText('1 rule', { exact: true })).toBeVisible();
    await expect(darkMode.getByText('1 rollout', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
}

test('a row whose rules are refused as well says so', async ({ page, management }) => {
  await arrangeFlags(management);
  await refuseIndex(page, 403);
  await page.route(/\/latest\/subject\?kind=flag&key=checkout$/, (route) =>
    route.fulfill({ status: 403, json: { code: 7, message: 'permission denied', details: [] } }),
  );
  await openFlags(page, management);
  await expect(
    rowOf(page, 'checkout')
      .getByText('Not known: the rules and rollouts of this flag cannot be read.')
      .first(),
  ).toBeAttached();
  await expect(rowOf(page, 'dark-mode').getByText('1 rollout', { exact: true })).toBeVisible();
});
