import { readFile } from 'node:fs/promises';
import { type Page, type Request } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { expect, test } from './support/test';
import { preferTheme, themes } from './support/theme';

test.use({
  serverSettings: { PENNON_ANALYTICS_ENABLED: 'true', PENNON_ANALYTICS_BUFFER_FLUSH_PERIOD: '1s' },
});

/** Evaluates the flag so many times more, and waits until that is written: then there are so many. */
async function evaluate(management: Management, times: number, total: number): Promise<void> {
  const { namespaceKey } = management;
  for (let time = 0; time < times; time++) {
    await management.call('POST', '/evaluate/v1/boolean', {
      namespaceKey,
      flagKey: 'checkout',
      entityId: 'a',
    });
  }
  const path = `/internal/v1/analytics/namespaces/${namespaceKey}/flags/checkout`;
  await expect
    .poll(async () => {
      const { values } = await management.call<{ readonly values: readonly number[] }>('GET', path);
      return values.reduce((sum, value) => sum + value, 0);
    })
    .toBe(total);
}

/** Says to the page whether anybody sees it; a browser under test never hides one, whatever is done to its window. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

test('evaluations of a flag are drawn, told, listed and taken along', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', type: 'BOOLEAN_FLAG_TYPE' });
  await page.clock.install();
  await page.goto(`#/namespaces/${management.namespaceKey}/flags/checkout/analytics`);
  await expect(page.getByText('No evaluations in this period.')).toBeVisible();
  await expect(page.getByText('1 point = 1 minute')).toBeVisible();

  await evaluate(management, 3, 3);
  const refresh = page.getByRole('button', { name: 'Refresh every 10 seconds' });
  await expect(refresh).toHaveAttribute('aria-pressed', 'false');
  await refresh.click();
  await expect(refresh).toHaveAttribute('aria-pressed', 'true');
  await page.clock.fastForward(10_000);
  await expect(
    page.getByRole('img', { name: /^3 evaluations; at most [123] at \d\d:\d\d\. 1 change of the flag\.$/ }),
  ).toBeVisible();
  await refresh.click();
  await expectAccessible(page);

  await page.getByRole('button', { name: '24 h' }).click();
  await expect(page).toHaveURL(/\?minutes=1440$/);
  await expect(page.getByText('1 point = 30 minutes')).toBeVisible();
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('row')).toHaveCount(50);
  await expect(page.getByRole('definition').first()).toHaveText('3');
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n').filter((line) => /,[1-9]\d*$/.test(line)).length).toBeGreaterThan(0);
});

test('days are a period of their own, and the changes of the flag are marked in it', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout', type: 'BOOLEAN_FLAG_TYPE' });
  await management.send('PUT', 'flags/checkout', { name: 'Check out', enabled: false });
  await evaluate(management, 2, 2);
  await page.goto(`#/namespaces/${management.namespaceKey}/flags/checkout/analytics`);
  await expect(page.getByRole('img', { name: /^2 evaluations; .* 2 changes of the flag\.$/ })).toBeVisible();
  const changes = page.getByRole('region', { name: 'Changes in this period' }).getByRole('listitem');
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toContainText('updated flag checkout');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Days' }).click();
  await expect(page).toHaveURL(/\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  await expect(page.getByText('1 point = 30 minutes')).toBeVisible();
  await expect(page.getByRole('img', { name: /^2 evaluations/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('From').fill('2020-01-01');
  await expect(page.getByRole('alert')).toHaveText('Choose a first day and a last one, 31 days at most.');
  await expectAccessible(page);
  await page.getByLabel('Until').fill('2020-01-31');
  await expect(page.getByText('No evaluations in this period.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Until')).toHaveValue('2020-01-31');
});

test('evaluations are split by variant, drawn, told, listed and taken along', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  const { id } = await management.createVariant('checkout', { key: 'blue,new' });
  await management.createSegment({ key: 'gold' });
  await management.createConstraint('gold', {
    ...{ type: 'STRING_COMPARISON_TYPE', property: 'plan', operator: 'eq', value: 'gold' },
  });
  await management.createRule('checkout', { rank: 1, segmentKeys: ['gold'], shares: { [id]: 100 } });
  for (const plan of ['gold', 'gold', 'gold', 'none'])
    await management.evaluate('variant', 'checkout', 'a', { plan });
  await evaluate(management, 0, 4);

  await page.goto(`#/namespaces/${management.namespaceKey}/flags/checkout/analytics`);
  await expect(
    page.getByRole('img', { name: /^4 evaluations; at most \d at \d\d:\d\d\. \d+ changes/ }),
  ).toBeVisible();
  const lastEvaluated = page.getByRole('definition').last();
  await expect(lastEvaluated).toHaveText(/^(just now|[12] minutes? ago), /);
  await page.getByRole('button', { name: 'By value' }).click();
  const chart = page.getByRole('img', {
    name: /^4 evaluations; at most \d .*\. blue,new 3, No variant 1\. \d+ changes/,
  });
  await expect(chart).toBeVisible();
  const legend = page.getByRole('list', { name: 'Values' }).getByRole('listitem');
  await expect(legend).toHaveText(['blue,new3 (75 %)', 'No variant1 (25 %)']);
  for (const theme of themes) {
    await preferTheme(page, theme);
    await page.getByRole('button', { name: 'By value' }).click();
    await expect(chart).toBeVisible();
    await expectAccessible(page);
  }

  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('columnheader')).toHaveText(['Time', 'Evaluations', 'blue,new', 'No variant']);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const [heading, ...lines] = file.trim().split('\r\n');
  expect(heading).toBe('timestamp,evaluations,"blue,new",No variant');
  const sums = [1, 2, 3].map((column) =>
    lines.reduce((sum, line) => sum + Number(line.split(',')[column]), 0),
  );
  expect(sums).toEqual([4, 3, 1]);
});

test('a period without evaluations tells when the flag was last evaluated', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', type: 'BOOLEAN_FLAG_TYPE' });
  const path = `#/namespaces/${management.namespaceKey}/flags/checkout/analytics`;
  await page.goto(path);
  await expect(page.getByText('No evaluations in this period.')).toBeVisible();
  await expect(page.getByText('Last evaluated')).toBeHidden();
  await evaluate(management, 1, 1);
  await page.goto(`${path}?from=2020-01-01&to=2020-01-02`);
  await expect(page.getByText('No evaluations in this period.')).toBeVisible();
  await expect(page.getByText(/^Last evaluated (just now|1 minute ago)/)).toBeVisible();
  await expectAccessible(page);
});

test('the page of a flag tells the evaluations of the last day, and leads to their chart', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout', type: 'BOOLEAN_FLAG_TYPE' });
  await evaluate(management, 3, 3);
  await page.goto(`#/namespaces/${management.namespaceKey}/flags/checkout`);
  const rail = page.getByRole('complementary', { name: 'About this flag' });
  await rail.getByRole('link', { name: '3 evaluations in the last 24 hours' }).click();
  await expect(page).toHaveURL(/\/analytics\?minutes=1440$/);
  await expect(page.getByRole('img', { name: /^3 evaluations/ })).toBeVisible();
});

test('counts are asked for every 10 seconds once that is wanted, and not while nobody sees the page', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout', type: 'BOOLEAN_FLAG_TYPE' });
  await evaluate(management, 1, 1);
  let asked = 0;
  let answered = 0;
  const isAboutCounts = (request: Request): boolean => request.url().includes('/analytics/');
  page.on('request', (request) => {
    if (isAboutCounts(request)) asked += 1;
  });
  const takeEnd = (request: Request): void => {
    if (isAboutCounts(request)) answered += 1;
  };
  page.on('requestfinished', takeEnd).on('requestfailed', takeEnd);
  /** How often counts are asked for in that time. */
  const askedWithin = async (seconds: number): Promise<number> => {
    const before = asked;
    for (let second = 0; second < seconds; second++) {
      await page.clock.runFor(1_000);
      // What was asked is answered before the next second; what the page has sent comes before the word of that.
      await page.evaluate(() => fetch('health'));
      await expect.poll(() => answered).toBe(asked);
    }
    return asked - before;
  };
  await page.clock.install();
  await page.goto(`#/namespaces/${management.namespaceKey}/flags/checkout/analytics`);
  await expect(page.getByRole('img', { name: /^1 evaluation;/ })).toBeVisible();
  expect(await askedWithin(30)).toBe(0);

  const refresh = page.getByRole('button', { name: 'Refresh every 10 seconds', pressed: false });
  await refresh.press('Enter');
  await expect(page.getByRole('button', { name: 'Refresh every 10 seconds', pressed: true })).toBeFocused();
  // Each time 10 seconds after the answer before.
  expect(await askedWithin(35)).toBe(3);

  await setVisibility(page, 'hidden');
  expect(await askedWithin(35)).toBe(0);
  await setVisibility(page, 'visible');
  expect(await askedWithin(35)).toBeGreaterThanOrEqual(3);
});
