import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { logInAtProvider, oidcTest, PROVIDER } from './support/authentication';
import { type Management } from './support/management';
import { expect } from './support/test';

// Each test starts a server and an identity provider of its own.
oidcTest.describe.configure({ timeout: 180_000 });

/** Sends the page to the provider, as the login page does, which is no part of this file. */
async function goToProvider(page: Page): Promise<void> {
  const address = await page.evaluate(async (path) => {
    const answer = await fetch(path);
    const { authorizeUrl } = (await answer.json()) as { readonly authorizeUrl: string };
    return authorizeUrl;
  }, `auth/v1/method/oidc/${PROVIDER}/authorize`);
  await page.goto(address);
}

async function logIn(page: Page): Promise<void> {
  await goToProvider(page);
  await logInAtProvider(page, 'alice');
}

const userMenu = (page: Page) => page.getByRole('button', { name: /^User menu/ });

/** Ends every session of people on the server, as if their time was over. */
async function endSessions(management: Management): Promise<void> {
  const { authentications } = await management.call<{ authentications: readonly { id: string }[] }>(
    'GET',
    '/auth/v1/tokens?method=METHOD_OIDC',
  );
  for (const { id } of authentications) await management.call('DELETE', `/auth/v1/tokens/${id}`);
}

oidcTest(
  'the login stands before every page, and leads to the one that was wanted',
  async ({ page, management }) => {
    const wanted = `#/namespaces/${management.namespaceKey}/segments?q=eu`;
    await page.goto(`/${wanted}`);
    await expect(page).toHaveURL(/#\/login$/);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await logIn(page);
    await expect(page).toHaveURL((url) => url.hash === wanted);
    await page.goto('/#/login');
    await expect(page).not.toHaveURL(/#\/login$/);
  },
);

oidcTest('signing out ends the session on the server and in other tabs', async ({ page, context }) => {
  await page.goto('/');
  await logIn(page);
  await userMenu(page).click();
  await expect(page.getByRole('menu').getByText('Signed in by OpenID Connect')).toBeVisible();
  await expect(page.getByRole('menu').getByText(/^Session ends /)).toBeVisible();
  await page.keyboard.press('Escape');
  const other = await context.newPage();
  await other.goto('/#/settings');
  await expect(userMenu(other)).toBeVisible();

  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/#\/login$/);
  await expect(other).toHaveURL(/#\/login$/);
  expect(await page.evaluate(async () => (await fetch('auth/v1/self')).status)).toBe(401);
});

oidcTest(
  'a session that ends during work is renewed in another tab, and the work goes on',
  async ({ page, context, management }) => {
    await page.goto('/');
    await logIn(page);
    await expect(userMenu(page)).toBeVisible();
    // Led on from the first page: a program can go elsewhere in the very moment of that, and be led away again.
    await expect(page).toHaveURL(/#\/(onboarding|namespaces\/)/);
    await endSessions(management);
    await page.evaluate(() => {
      location.hash = '#/namespaces/not-listed/flags';
    });
    const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await expect(ended).toBeVisible();
    await expectAccessible(page);
    await ended.getByRole('button', { name: 'I have signed in in another tab' }).click();
    await expect(ended.getByText('You are not signed in yet.')).toBeVisible();

    const other = await context.newPage();
    await other.goto('/');
    // The provider still knows her.
    await goToProvider(other);
    await expect(userMenu(other)).toBeVisible();
    await ended.getByRole('button', { name: 'I have signed in in another tab' }).click();
    await expect(ended).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Namespace "not-listed" does not exist.' })).toBeVisible();
  },
);

oidcTest('signing in again in the same tab leads back to the page', async ({ page, management }) => {
  await page.goto('/');
  await logIn(page);
  await expect(userMenu(page)).toBeVisible();
  await endSessions(management);
  const { namespaceKey } = management;
  await page.goto(`/#/namespaces/not-listed/flags`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL(/#\/login$/);
  await management.call('POST', '/api/v1/namespaces', { key: 'not-listed', name: namespaceKey });
  await goToProvider(page);
  await expect(page).toHaveURL(/#\/namespaces\/not-listed\/flags$/);

  // With what was entered there, also where nothing of it is stored yet.
  await page.getByRole('button', { name: 'New Flag' }).first().click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Checkout');
  await endSessions(management);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('not authenticated')).toHaveCount(0);
  await goToProvider(page);
  await expect(name).toHaveValue('Checkout');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
});

oidcTest(
  'a session ends under an edited rule; after signing in again it is saved without retyping',
  async ({ page, management }) => {
    await management.createFlag({ key: 'checkout' });
    const blue = await management.createVariant('checkout', { key: 'blue' });
    const green = await management.createVariant('checkout', { key: 'green' });
    await management.createSegment({ key: 'everyone' });
    const shares = { [blue.id]: 50, [green.id]: 50 };
    await management.createRule('checkout', { rank: 1, segmentKeys: ['everyone'], shares });
    const form = page.getByRole('form', { name: 'Rule 1', exact: true });
    const share = (key: string) => form.getByRole('textbox', { name: `Share of ${key}` });
    await page.goto('/');
    await logIn(page);
    await expect(userMenu(page)).toBeVisible();
    await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
    await page.getByRole('button', { name: 'Rule 1', exact: true }).click();
    await share('blue').fill('30');
    await share('green').fill('70');

    await endSessions(management);
    await form.getByRole('button', { name: 'Update' }).click();
    const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await expect(ended).toBeVisible();
    await ended.getByRole('button', { name: 'Sign in again' }).click();
    await expect(page).toHaveURL(/#\/login$/);
    await goToProvider(page);
    await expect(page).toHaveURL(/\/flags\/checkout$/);
    await expect(share('blue')).toHaveValue('30');
    await expect(share('green')).toHaveValue('70');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('Successfully updated rule')).toBeVisible();
    expect(await management.get('flags/checkout/rules')).toMatchObject({
      rules: [
        {
          distributions: [
            { variantId: blue.id, rollout: 30 },
            { variantId: green.id, rollout: 70 },
          ],
        },
      ],
    });
  },
);
