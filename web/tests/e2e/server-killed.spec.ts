import { type Page } from '@playwright/test';
import { expect, ownServerTest as test } from './support/test';
import { type WebServer } from './support/web-server';

// Each test starts its server twice.
test.setTimeout(300_000);

/** By itself a page finds the server again within 10 s. */
const BACK = { timeout: 45_000 };

const LOST = 'Connection lost. Showing the last loaded data.';

/** Kills the server, as if its machine had gone, when it has got a change and not answered it. */
async function killDuring(page: Page, server: WebServer): Promise<void> {
  let isKilled = false;
  return new Promise((resolve, reject) => {
    page
      .route('**/changes', async (route) => {
        if (isKilled) return route.fallback();
        isKilled = true;
        // A process that stands still takes the request and cannot answer it any more.
        server.freeze();
        await route.continue();
        await server.stop('SIGKILL');
        resolve();
      })
      .catch(reject);
  });
}

test('a server killed during a save is told, and what was entered is saved when it is back', async ({
  page,
  server,
  management,
  guard,
}) => {
  guard.tolerate(/ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET)/);
  await management.createFlag({ key: 'checkout', name: 'Checkout', description: 'first' });
  await page.goto(`#/namespaces/${management.namespaceKey}/flags/checkout`);
  const details = page.getByRole('region', { name: 'Details' });
  const description = details.getByLabel('Description');
  await description.fill('entered');
  const killed = killDuring(page, server);
  await details.getByRole('button', { name: 'Update' }).click();
  await killed;

  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByText(LOST)).toBeVisible();
  await expect(page.getByText('Successfully updated flag')).toHaveCount(0);
  await expect(description).toHaveValue('entered');

  await server.startAgain();
  expect(await management.get('flags/checkout')).toMatchObject({ description: 'first' });
  await expect(page.getByText(LOST)).toHaveCount(0, BACK);
  await expect(description).toHaveValue('entered');
  await details.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ name: 'Checkout', description: 'entered' });
});

test('what was entered before the server was killed is there after a reload', async ({
  page,
  server,
  management,
  guard,
}) => {
  guard.tolerate(/ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET)/);
  await management.createFlag({ key: 'checkout', name: 'Checkout', description: 'first' });
  await page.goto(`#/namespaces/${management.namespaceKey}/flags/checkout`);
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByLabel('Description').fill('entered');
  const killed = killDuring(page, server);
  await details.getByRole('button', { name: 'Update' }).click();
  await killed;
  await expect(page.getByRole('alert').first()).toBeVisible();

  await server.startAgain();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(details.getByLabel('Description')).toHaveValue('entered');
  await details.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ description: 'entered' });
});
