import { expect, test } from './support/test';

test.use({ serverSettings: { PENNON_SERVER_BASE_PATH: '/flags' } });

test('the dashboard runs below the base path of the server: its links, deep links and changes', async ({
  page,
  server,
  management,
}) => {
  await management.createFlag({ key: 'checkout', name: 'Checkout' });
  const { origin } = new URL(server.url);
  const namespace = `${origin}/flags/#/namespaces/${management.namespaceKey}`;

  // Without the slash behind, the files of the page would be looked for beside the path.
  await page.goto(`${origin}/flags`);
  await expect(page.getByRole('main')).toBeAttached();
  expect(new URL(page.url()).pathname).toBe('/flags/');

  await page.goto(`${origin}/flags/#/support/api`);
  await expect(page.getByRole('heading', { name: 'API reference', exact: true })).toBeVisible();

  await page.goto(`${namespace}/flags`);
  await page.locator('[data-row-link="checkout"]').click();
  await expect(page).toHaveURL(`${namespace}/flags/checkout`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');

  const details = page.getByRole('region', { name: 'Details' });
  await details.getByLabel('Name').fill('The checkout');
  await details.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ name: 'The checkout' });
});
