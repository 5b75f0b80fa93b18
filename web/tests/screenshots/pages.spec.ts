import { join } from 'node:path';
import { ownServerTest as test } from '../e2e/support/test';
import { preferTheme, themes } from '../e2e/support/theme';
import { arrangeShop } from './shop';

/** Beside the sources: where people look for them. */
const directory = join(process.cwd(), 'screenshots');

const pages: readonly (readonly [name: string, path: string])[] = [
  ['onboarding', 'onboarding'],
  ['flags', 'namespaces/default/flags'],
  ['new-flag', 'namespaces/default/flags/new'],
  ['variant-flag', 'namespaces/default/flags/checkout'],
  ['boolean-flag', 'namespaces/default/flags/holiday-banner'],
  ['code', 'namespaces/default/flags/checkout/code'],
  ['history', 'namespaces/default/flags/checkout/history'],
  ['analytics', 'namespaces/default/flags/checkout/analytics'],
  ['segments', 'namespaces/default/segments'],
  ['segment', 'namespaces/default/segments/beta-users'],
  ['console', 'namespaces/default/console/checkout'],
  ['health', 'namespaces/default/health'],
  ['compare', 'compare?left=default&right=staging'],
  ['settings', 'settings'],
  ['namespaces', 'settings/namespaces'],
  ['tokens', 'settings/tokens'],
  ['server', 'settings/server'],
  ['support', 'support'],
  ['reference', 'support/api'],
];

test('every page, light and dark', async ({ page, server }) => {
  test.setTimeout(300_000);
  await arrangeShop(server.url);
  for (const theme of themes) {
    for (const [name, path] of pages) {
      await page.goto(`#/${path}`);
      await preferTheme(page, theme);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(directory, `${name}-${theme}.png`) });
    }
  }
});
