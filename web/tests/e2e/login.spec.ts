import { type Locator, type Page, type Route } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { authenticated, FIRST_TOKEN, logInAtProvider, oidcTest } from './support/authentication';
import { type Management } from './support/management';
import { signInWithToken, signOut, traces } from './support/sign-in';
import { expect, test } from './support/test';
import { preferTheme, themes } from './support/theme';

test.use(authenticated);

const tokenForm = 'Sign in with a token';

interface NewToken {
  readonly clientToken: string;
}

/** What the page has noted to go to after the sign-in. */
const wantedRoute = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('pennon.wanted'));

test.describe('with API tokens alone', () => {
  test('says that browsers have no sign-in, and takes a token', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/#\/login$/);
    await expect(page.getByText('No sign-in for browsers is configured')).toBeVisible();
    await expect(page.getByLabel('API token')).toBeFocused();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  });

  for (const theme of themes) {
    test(`the login is accessible, ${theme}`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto('/#/login');
      await preferTheme(page, theme);
      await expect(page.getByRole('form', { name: tokenForm })).toBeVisible();
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }

  test('an empty or unknown token is refused under its field', async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('API token').press('Enter');
    await expect(page.getByText('Paste an API token.')).toBeVisible();
    await page.getByLabel('API token').fill('nobody-has-this');
    await page.getByLabel('API token').press('Enter');
    await expect(page.getByText('This token is not valid or has expired.')).toBeVisible();
    await expect(page.getByLabel('API token')).toBeFocused();
  });

  test('a token leads to the page that was wanted, and leaves no trace', async ({ page }) => {
    await page.goto('/#/settings/tokens');
    await signInWithToken(page, FIRST_TOKEN);
    await expect(page).toHaveURL(/#\/settings\/tokens$/);
    await expect(page.getByRole('heading', { name: 'Static Tokens' })).toBeVisible();
    expect(await traces(page)).not.toContain(FIRST_TOKEN);

    await page.reload();
    await expect(page.getByRole('form', { name: tokenForm })).toBeVisible();
  });

  test('the login comes also to who goes elsewhere while it is on its way', async ({ page }) => {
    const held: Route[] = [];
    await page.route('**/assets/login-page-*.js', (route) => {
      held.push(route);
    });
    await page.goto('/#/support');
    await expect.poll(() => held.length).toBe(1);
    for (const place of ['#/settings', '#/settings/tokens']) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, place);
      await expect.poll(() => wantedRoute(page)).toBe(place.slice(1));
    }
    await held[0]?.continue();
    await signInWithToken(page, FIRST_TOKEN);
    await expect(page.getByRole('heading', { name: 'Static Tokens' })).toBeVisible();
  });

  test('whoever is signed in is led away from the login', async ({ page }) => {
    await page.goto('/#/settings');
    await signInWithToken(page, FIRST_TOKEN);
    await page.evaluate(() => {
      location.hash = '#/login';
    });
    await expect(page).not.toHaveURL(/login/);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  test('signing out forgets the token here, and leaves it to its other users', async ({
    page,
    management,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto('/#/settings');
    await signInWithToken(page, FIRST_TOKEN);
    await expect(page.getByRole('button', { name: 'User menu: Token (this tab only)' })).toBeVisible();
    await signOut(page);
    expect(calls).not.toContain('PUT /auth/v1/self/expire');
    await expect(management.call('GET', '/auth/v1/self')).resolves.toMatchObject({
      method: 'METHOD_TOKEN',
    });
    expect(await traces(page)).not.toContain(FIRST_TOKEN);
  });

  test('a token of one namespace needs its key, and opens nothing else', async ({ page, management }) => {
    const { namespaceKey } = management;
    const { clientToken } = await management.call<NewToken>('POST', '/auth/v1/method/token', {
      name: `scoped to ${namespaceKey}`,
      namespaceKey,
    });
    await page.goto('/');
    const submit = page.getByRole('button', { name: 'Sign in', exact: true });
    await page.getByLabel('API token').fill(clientToken);
    await submit.click();
    await expect(page.getByText('This token belongs to one namespace. Enter its key.')).toBeVisible();
    await expect(page.getByLabel('Namespace')).toBeFocused();
    await page.getByLabel('Namespace').fill('default');
    await submit.click();
    await expect(page.getByText('This token does not belong to namespace "default".')).toBeVisible();

    await signInWithToken(page, clientToken, namespaceKey);
    await expect(page.getByRole('banner').getByText(`Scoped to ${namespaceKey}`)).toBeVisible();
    // The sign-in is over when it has led somewhere.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    const tabs = page.getByRole('navigation', { name: 'Settings' });
    await expect(tabs.getByRole('link')).toHaveText(['General']);
  });
});

/** Ends every session of a person, as its lifetime would. */
async function endSessions(management: Management): Promise<void> {
  const { authentications } = await management.call<{ authentications: readonly { id: string }[] }>(
    'GET',
    '/auth/v1/tokens?method=METHOD_OIDC',
  );
  for (const { id } of authentications) await management.call('DELETE', `/auth/v1/tokens/${id}`);
}

test.describe('with an identity provider', () => {
  oidcTest('leads by the provider to the page that was wanted', async ({ page }) => {
    await page.goto('/#/settings/namespaces');
    const button = page.getByRole('button', { name: 'Sign in with Acme' });
    await expect(button).toHaveText('With Acme');
    await expect(button).toBeFocused();
    await expectAccessible(page);
    await button.click();
    await logInAtProvider(page, 'alice');
    await expect(page).toHaveURL(/#\/settings\/namespaces$/);
    await expect(page.getByRole('heading', { name: 'Namespaces' })).toBeVisible();
    await page.getByRole('button', { name: /^User menu/ }).click();
    await expect(page.getByText('Signed in by OpenID Connect')).toBeVisible();
  });

  oidcTest.describe('that is broken', () => {
    oidcTest.use({ isBroken: true });

    oidcTest('says that the provider is not available', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Sign in with Acme' }).click();
      await expect(page.getByText('Sign-in with Acme is not available right now.')).toBeVisible();
      await page.getByRole('button', { name: 'Details' }).click();
      await expect(page.getByText('/auth/v1/method/oidc/acme/authorize')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Sign in with Acme' })).toBeEnabled();
    });
  });

  oidcTest('a sign-in that failed leads back, is told once, and can be begun again', async ({ page }) => {
    await page.goto('/#/settings/namespaces');
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    const told = page.getByRole('alert');
    await expect(told).toContainText('The provider did not confirm this sign-in.');
    await expect(page).toHaveURL(/\/#\/login$/);
    await expectAccessible(page);

    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in with Acme' })).toBeVisible();
    await expect(told).toHaveCount(0);

    await page.goto('/auth/v1/method/oidc/acme/callback?code=abc&state=of-another-browser');
    await expect(told).toContainText('This sign-in was not begun in this browser, or took too long.');
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await logInAtProvider(page, 'alice');
    await expect(page.getByRole('heading', { name: 'Namespaces' })).toBeVisible();
  });

  oidcTest('what an address says of a sign-in is not shown', async ({ page }) => {
    const words = encodeURIComponent('<b>Your account is locked. Call 555-0100.</b>');
    await page.goto(`/#/login?error=${words}&error_description=${words}`);
    await expect(page.getByRole('alert')).toHaveText(/^The sign-in failed\.Try again\./);
    await expect(page.locator('body')).not.toContainText('555-0100');
    await expect(page).toHaveURL(/\/#\/login$/);
  });

  oidcTest('signing out ends the session everywhere', async ({ page, context, management }) => {
    await page.goto('/#/settings');
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await logInAtProvider(page, 'alice');
    await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
    const other = await context.newPage();
    await other.goto('/#/settings/namespaces');
    await expect(other.getByRole('heading', { name: 'Namespaces' })).toBeVisible();

    await page.getByRole('link', { name: 'Namespaces', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Namespaces' })).toBeVisible();
    const expired = page.waitForResponse((answer) => answer.url().endsWith('/auth/v1/self/expire'));
    await signOut(page);
    expect((await expired).status()).toBe(200);
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    const { authentications } = await management.call<{
      authentications: readonly { expiresAt: string }[];
    }>('GET', '/auth/v1/tokens?method=METHOD_OIDC');
    for (const { expiresAt } of authentications)
      expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 5_000);
  });

  oidcTest(
    'a dirty form survives the end of the session and a sign-in in the same tab',
    async ({ page, management }) => {
      await page.goto('/#/settings/namespaces?namespace=new');
      await page.getByRole('button', { name: 'Sign in with Acme' }).click();
      await logInAtProvider(page, 'alice');
      await page.getByLabel('Name', { exact: true }).fill('After the end');
      await page.getByLabel('Description').fill('typed before');
      await endSessions(management);
      await page.getByRole('button', { name: 'Create' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: 'Sign in again' }).click();

      await page.getByRole('button', { name: 'Sign in with Acme' }).click();
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('After the end');
      await expect(page.getByLabel('Description')).toHaveValue('typed before');
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(page.getByText('Successfully created namespace')).toBeVisible();
      await expect(management.call('GET', '/api/v1/namespaces/after-the-end')).resolves.toMatchObject({
        description: 'typed before',
      });
      const drafts = await page.evaluate(() =>
        Object.keys(sessionStorage).filter((key) => key.startsWith('pennon.draft')),
      );
      expect(drafts).toEqual([]);
    },
  );

  oidcTest(
    'a flag that the session ends before keeps its form over a sign-in',
    async ({ page, management }) => {
      const { namespaceKey } = management;
      await page.goto(`/#/namespaces/${namespaceKey}/flags/new`);
      await page.getByRole('button', { name: 'Sign in with Acme' }).click();
      await logInAtProvider(page, 'alice');
      await page.getByLabel('Name', { exact: true }).first().fill('Checkout');
      for (const [index, key] of ['blue', 'green'].entries()) {
        await page.getByRole('button', { name: 'New Variant' }).click();
        const variant = page.getByRole('group', { name: `Variant ${index + 1}` });
        await variant.getByLabel('Key', { exact: true }).fill(key);
      }
      await page.route('**/changes', async (route) => {
        await endSessions(management);
        await route.continue();
      });
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
      await ended.getByRole('button', { name: 'Sign in again' }).click();
      await page.unroute('**/changes');
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      expect(await management.get('flags')).toMatchObject({ flags: [] });

      await page.getByRole('button', { name: 'Sign in with Acme' }).click();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(page).toHaveURL(/\/flags\/checkout$/);
      expect(await management.get('flags/checkout')).toMatchObject({
        variants: [{ key: 'blue' }, { key: 'green' }],
      });
    },
  );

  oidcTest('what waits goes on after a sign-in in another tab', async ({ page, context, management }) => {
    await page.goto('/#/settings/namespaces?namespace=new');
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await logInAtProvider(page, 'alice');
    await page.getByLabel('Name', { exact: true }).fill('From the other tab');
    await endSessions(management);
    await page.getByRole('button', { name: 'Create' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await dialog.getByRole('button', { name: 'I have signed in in another tab' }).click();
    await expect(dialog.getByText('You are not signed in yet.')).toBeVisible();

    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Sign in with Acme' }).click();
    await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();

    await dialog.getByRole('button', { name: 'I have signed in in another tab' }).click();
    await expect(page.getByText('Successfully created namespace')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  /** Alice types into a new namespace, and her session ends before she saves it. */
  async function typeUntilTheEnd(page: Page, management: Management): Promise<Locator> {
    await page.goto('/#/settings/namespaces?namespace=new');
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await logInAtProvider(page, 'alice');
    await page.getByLabel('Name', { exact: true }).fill('Of Alice');
    await endSessions(management);
    await page.getByRole('button', { name: 'Create' }).click();
    return page.getByRole('alertdialog', { name: 'Your session has ended' });
  }

  const otherDrafts = 'Drafts of the person before were discarded.';

  oidcTest(
    'who signs in instead finds nothing of what the person before has typed',
    async ({ page, context, management }) => {
      const dialog = await typeUntilTheEnd(page, management);
      await dialog.getByRole('button', { name: 'Sign in again' }).click();
      await context.clearCookies();
      await page.getByRole('button', { name: 'Sign in with Acme' }).click();
      await logInAtProvider(page, 'bob');
      await expect(page.getByText(otherDrafts)).toBeVisible();
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
      expect(await traces(page)).not.toContain('Of Alice');

      await page.reload();
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
      await expect(page.getByText(otherDrafts)).toHaveCount(0);
    },
  );

  oidcTest(
    'who signs in instead in another tab is asked first, and saves nothing of the person before',
    async ({ page, context, management }) => {
      const dialog = await typeUntilTheEnd(page, management);
      await expect(dialog).toBeVisible();
      await context.clearCookies();
      const other = await context.newPage();
      await other.goto('/');
      await other.getByRole('button', { name: 'Sign in with Acme' }).click();
      await logInAtProvider(other, 'bob');
      await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();

      await dialog.getByRole('button', { name: 'I have signed in in another tab' }).click();
      await expect(dialog.getByRole('alert')).toContainText('You are signed in as bob of Acme');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Go on as bob of Acme' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(/#\/settings\/namespaces\?namespace=new$/);
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
      expect(await traces(page)).not.toContain('Of Alice');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('button', { name: 'User menu: bob of Acme' })).toBeVisible();
      const { namespaces } = await management.call<{ namespaces: readonly { name: string }[] }>(
        'GET',
        '/api/v1/namespaces',
      );
      expect(namespaces.map(({ name }) => name)).not.toContain('Of Alice');
    },
  );

  oidcTest('a server that is away ends no session', async ({ page, server, guard }) => {
    guard.tolerate(/ERR_CONNECTION_REFUSED/);
    await page.goto('/#/settings');
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await logInAtProvider(page, 'alice');
    await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
    await server.stop();
    await page.getByRole('link', { name: 'Server', exact: true }).click();
    await expect(page.getByText('Connection lost. Showing the last loaded data.')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await server.startAgain();
    await expect(page.getByText('Connection lost. Showing the last loaded data.')).toHaveCount(0, {
      timeout: 30_000,
    });
    await expect(page.getByText('SERVING')).toBeVisible();
  });
});
