import { expect, test } from './support/test';

test('two changes of the address within one moment are both in it', async ({ page, management }) => {
  const { namespaceKey } = management;
  await page.goto(`/#/compare?left=${namespaceKey}&right=default`);
  const swap = page.getByRole('button', { name: 'Swap sides' });
  const same = page.getByRole('checkbox', { name: 'Show what is the same' });
  await expect(swap).toBeEnabled();
  const box = await same.elementHandle();
  // In one task: the page has shown nothing of the first change by then.
  await swap.evaluate((button: HTMLElement, other) => {
    button.click();
    (other as HTMLElement).click();
  }, box);
  await expect(same).toBeChecked();
  await expect(page).toHaveURL(new RegExp(`\\?left=default&right=${namespaceKey}&same=shown$`));
});

test('what was typed in the console calls nobody back who has gone to another page', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  // The file of that page stays on its way until the address of the console would have followed what was typed.
  let arrive = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/assets\/segments-page/, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(`/#/namespaces/${management.namespaceKey}/console/checkout`);
  await page.getByRole('textbox', { name: 'Entity ID' }).fill('user-1');
  const asked = page.waitForRequest(/assets\/segments-page/);
  await page.getByRole('link', { name: 'Segments' }).click();
  await asked;
  // Timers of a page come in the order in which they are due: that of the console is set, and due before this one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  arrive();
  await expect(page.getByRole('heading', { level: 1, name: 'Segments' })).toBeVisible();
  await expect(page).toHaveURL(/\/segments$/);
});
