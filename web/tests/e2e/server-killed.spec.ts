import { type Page } from '@playwright/test';
import { type Management } from './support/management';
import { expect, ownServerTest as test } from './support/test';
import { type WebServer } from './support/web-server';

// Each test starts its server twice.
test.setTimeout(300_000);

/** By itself a page finds the server again within 10 s. */
const BACK = { timeout: 45_000 };

const LOST = 'Connection lost. Showing the last loaded data.';

/**
 * Kills the server, as if its machine had gone, when it has got a write and not answered it. Resolves when it is dead.
 *
 * @param position Which of the writes that match, from 1.
 */
async function killDuring(
  page: Page,
  server: WebServer,
  write: { readonly method: string; readonly path: string; readonly position: number },
): Promise<void> {
  let seen = 0;
  return new Promise((resolve, reject) => {
    page
      .route(`**${write.path}`, async (route) => {
        if (route.request().method() !== write.method || ++seen !== write.position) return route.fallback();
        // A process that stands still takes the request and cannot answer it any more.
        server.freeze();
        await route.continue();
        await server.stop('SIGKILL');
        resolve();
      })
      .catch(reject);
  });
}

const flagsOf = ({ namespaceKey }: Management): string => `/api/v1/namespaces/${namespaceKey}/flags`;

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
  const killed = killDuring(page, server, {
    method: 'PUT',
    path: `${flagsOf(management)}/checkout`,
    position: 1,
  });
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
  const killed = killDuring(page, server, {
    method: 'PUT',
    path: `${flagsOf(management)}/checkout`,
    position: 1,
  });
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

test('a server killed between the steps of a save is told, and the rest is saved when it is back', async ({
  page,
  server,
  management,
  guard,
}) => {
  guard.tolerate(/ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET)/);
  await page.goto(`#/namespaces/${management.namespaceKey}/flags/new`);
  await page.getByLabel('Name', { exact: true }).fill('Colours');
  for (const [index, key] of ['blue', 'green', 'red'].entries()) {
    await page.getByRole('button', { name: 'New Variant' }).click();
    const variant = page.getByRole('group', { name: `Variant ${index + 1}`, exact: true });
    await variant.getByLabel('Key', { exact: true }).fill(key);
  }
  const killed = killDuring(page, server, {
    method: 'POST',
    path: `${flagsOf(management)}/colours/variants`,
    position: 2,
  });
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await killed;

  const dialog = page.getByRole('alertdialog', { name: '2 of 4 steps saved' });
  await expect(dialog).toContainText('Create variant green');
  await dialog.getByRole('button', { name: 'Retry the rest' }).click();
  // Still away, and told again instead of taken for done.
  await expect(dialog).toContainText('Create variant green');

  await server.startAgain();
  expect(await management.get('flags/colours')).toMatchObject({ variants: [{ key: 'blue' }] });
  await dialog.getByRole('button', { name: 'Retry the rest' }).click();
  await expect(page).toHaveURL(/\/flags\/colours$/);
  const { variants } = await management.get<{ readonly variants: readonly { readonly key: string }[] }>(
    'flags/colours',
  );
  expect(variants.map(({ key }) => key)).toEqual(['blue', 'green', 'red']);
});
