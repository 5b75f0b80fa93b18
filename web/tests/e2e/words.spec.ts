import { type Page } from '@playwright/test';
import { expect, test } from './support/test';

/** Keys and names that a line break cuts in two, where they are all the text of an element, and where that is. */
async function brokenKeys(page: Page, keys: readonly string[]): Promise<readonly string[]> {
  return page.evaluate((wanted) => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // What only screen readers get has a box of one pixel.
      if (node.parentElement?.closest('.sr-only') !== null) continue;
      for (const key of wanted) {
        const text = node.textContent ?? '';
        if (text.trim() !== key) continue;
        const at = text.indexOf(key);
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + key.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(`${key} at ${innerWidth} in ${node.parentElement.className}`);
      }
    }
    return broken;
  }, keys);
}

test('no short key is broken, at any width', async ({ page, management }) => {
  const { namespaceKey } = management;
  const keys = [
    'classic',
    'express-with-two-buttons',
    'one-click',
    'checkout-layout-of-2026',
    'regular-buyers',
  ];
  const [classic = '', express = '', oneClick = '', flag = '', segment = ''] = keys;
  await management.createFlag({ key: flag });
  for (const key of [classic, express, oneClick]) {
    await management.createVariant(flag, { key, attachment: JSON.stringify({ colour: 'orange', size: 12 }) });
  }
  await management.createSegment({ key: segment });
  const places = [`flags/${flag}`, 'flags', 'segments', `segments/${segment}`].map(
    (path) => `namespaces/${namespaceKey}/${path}`,
  );
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const place of [...places, 'settings/namespaces']) {
      await page.goto(`/#/${place}`);
      await expect(
        page
          .getByRole('main')
          .getByText(/^(checkout|regular|test-)/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      expect(await brokenKeys(page, [...keys, namespaceKey, 'default']), place).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, place).toBeLessThanOrEqual(0);
    }
  }
});
