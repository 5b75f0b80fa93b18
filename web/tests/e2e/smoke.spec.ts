import { expect, test } from './support/test';
import { startPrefixProxy } from './support/prefix-proxy';

test('the page runs under its policy, without a message', async ({ page }) => {
  const answer = await page.goto('/');
  expect(await answer?.headerValue('content-security-policy')).toContain("default-src 'none'");
  await expect(page.getByRole('main')).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the page runs below any prefix that a proxy strips', async ({ page, server, guard }) => {
  const proxy = await startPrefixProxy(server.url, '/any/prefix');
  guard.moveTo(proxy.url);
  await page.goto(proxy.url);
  await expect(page.getByRole('main')).toBeAttached();
  await proxy.close();
});
