import { expectAccessible } from './support/accessibility';
import { expect as base, test } from './support/test';
import { preferTheme, themes } from './support/theme';

const expect = base.configure({ timeout: 15_000 });

test('the help leads to every operation of the server, and to the document itself', async ({ page }) => {
  await page.goto('/#/support');
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
  const link = page.getByRole('link', { name: 'openapi.json' });
  const document = (await (await page.request.get((await link.getAttribute('href')) ?? '')).json()) as {
    readonly openapi: string;
    readonly paths: Readonly<Record<string, object>>;
  };
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
  );
  expect(operations).toContain('POST /evaluate/v1/boolean');
  await expect(page.getByRole('status').filter({ hasText: `${operations.length} operations` })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').getByRole('button')).toHaveCount(
    operations.length,
  );
});

test('a search leaves what it is about, and an operation says what it takes and answers', async ({
  page,
}) => {
  await page.goto('/#/support/api');
  await page.getByLabel('Search operations').fill('put /rollouts/order');
  await expect(page.getByRole('status').filter({ hasText: '1 operation' })).toBeVisible();
  await page.getByLabel('Search operations').fill('createflag namespaces');
  await page.getByRole('button', { name: /POST \/api\/v1\/namespaces\/\{namespaceKey\}\/flags/ }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 3 })).toHaveText(['Parameters', 'Request body', 'Answer']);
  await expect(
    main.getByRole('term').filter({ hasText: /^namespaceKeystring, in the path, required/ }),
  ).toBeVisible();
  await main.getByRole('button', { name: 'What is in FlagType' }).first().click();
  await expect(main.getByText('VARIANT_FLAG_TYPE, BOOLEAN_FLAG_TYPE')).toBeVisible();
  await page.getByLabel('Search operations').fill('nothing like that');
  await expect(main.getByText('No operation matches.')).toBeVisible();
});

for (const theme of themes) {
  test(`the reference is accessible in the ${theme} theme, open too`, async ({ page }) => {
    await preferTheme(page, theme);
    await page.goto('/#/support/api');
    await page.getByRole('button', { name: /GET \/api\/v1\/namespaces\/\{namespaceKey\}\/flags / }).click();
    await expect(page.getByRole('heading', { level: 3, name: 'Answer' })).toBeVisible();
    await expectAccessible(page);
  });
}

test('the reference fits 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/#/support/api');
  await page
    .getByRole('button', { name: /PUT .*\{ruleId\}\/distributions\/\{id\}/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 3, name: 'Answer' })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
