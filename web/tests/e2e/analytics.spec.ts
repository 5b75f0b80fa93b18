import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/accessibility';
import { type Management } from './support/management';
import { expect, test } from './support/test';

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

test('AN-1 to AN-3: evaluations of a flag are drawn, told, listed and taken along', async ({
  page,
  management,
}) => {
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

test('AN-1, AN-4: days are a period of their own, and the changes of the flag are marked in it', async ({
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

test('1.8: the page of a flag tells the evaluations of the last day, and leads to their chart', async ({
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
