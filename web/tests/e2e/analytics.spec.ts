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
    page.getByRole('img', { name: /^3 evaluations; at most [123] at \d\d:\d\d\.$/ }),
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
