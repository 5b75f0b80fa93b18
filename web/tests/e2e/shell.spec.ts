import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility';
import { startPrefixProxy } from './support/prefix-proxy';
import { makeReadOnly } from './support/read-only';
import { expect, ownServerTest, test } from './support/test';
import { preferTheme, themes } from './support/theme';

/** Answers of `/meta/info` with something else in them. */
async function patchMeta(page: Page, patch: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route('**/meta/info', async (route) => {
    const answer = await route.fetch();
    const meta = (await answer.json()) as Readonly<Record<string, unknown>>;
    await route.fulfill({ json: { ...meta, ...patch } });
  });
}

/** Time for a test that ends its server and starts it again. */
const RESTART = 180_000;

/** Resolves once the browser remembers the namespace for the next visit. */
async function expectRemembered(page: Page, namespaceKey: string): Promise<void> {
  const preferences = () => page.evaluate(() => localStorage.getItem('pennon.preferences'));
  await expect.poll(preferences).toContain(`"namespaceKey":"${namespaceKey}"`);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The switcher, named by the namespace it shows. */
const switcher = (page: Page) => page.getByRole('button', { name: /^Namespace: / });

test('the sidebar leads to every section and marks the one that is open', async ({ page, management }) => {
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const [link, title] of [
    ['Segments', 'Segments'],
    ['Console', 'Console'],
    ['Health', 'Health'],
    ['Audit log', 'Audit log'],
    ['Support', 'Support'],
    ['Flags', 'Flags'],
  ] as const) {
    await main.getByRole('link', { name: link }).click();
    await expect(heading(page, title)).toBeVisible();
    await expect(main.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page');
    await expect(main.locator('[aria-current=page]')).toHaveCount(1);
  }
});

test('the sidebar stays collapsed after a reload, and its links keep their names', async ({ page }) => {
  await page.goto('/#/settings');
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings' }).first()).toBeVisible();
});

test('on a narrow window the sidebar is a drawer that closes after navigation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/#/settings');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Support' }).click();
  await expect(heading(page, 'Support')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('title and breadcrumb say where one is', async ({ page, management }) => {
  const { namespaceKey } = management;
  await management.createFlag({ key: 'checkout' });
  await page.goto(`/#/namespaces/${namespaceKey}/flags/checkout`);
  await expect(page).toHaveTitle(`checkout · ${namespaceKey} · Pennon`);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
  await expect(crumbs).toHaveText([namespaceKey, 'Flags', 'checkout']);
  await crumbs.getByRole('link', { name: 'Flags' }).click();
  await expect(page).toHaveURL(new RegExp(`#/namespaces/${namespaceKey}/flags$`));
});

/** What the bar and all that is on it are drawn with; theirs is the bar's colour, its text, and one shade of them. */
async function coloursOnBar(page: Page): Promise<ReadonlySet<string>> {
  const colours = await page.getByRole('banner').evaluate((bar) =>
    [bar, ...bar.querySelectorAll<HTMLElement>(':not(.sr-only)')].flatMap((element) => {
      const style = getComputedStyle(element);
      const border = Number.parseFloat(style.borderTopWidth) > 0 ? [style.borderTopColor] : [];
      return [style.color, style.backgroundColor, ...border];
    }),
  );
  return new Set(colours.filter((colour) => colour !== 'rgba(0, 0, 0, 0)'));
}

test('a label and a colour mark the environment, and all on it can be read in both themes', async ({
  page,
  management,
}) => {
  await page.route('**/auth/v1/self', (route) => route.fulfill({ json: { method: 'METHOD_OIDC' } }));
  await makeReadOnly(page);
  const black = 'rgb(0, 0, 0)';
  const white = 'rgb(255, 255, 255)';
  for (const [topbarColor, theme, ground, text] of [
    ['#ffcc00', 'light', 'rgb(255, 204, 0)', black],
    ['#FC0', 'dark', 'rgb(255, 204, 0)', black],
    ['#7A1F5C', 'light', 'rgb(122, 31, 92)', white],
    ['#757575', 'dark', 'rgb(117, 117, 117)', white],
  ] as const) {
    await test.step(`${topbarColor} ${theme}`, async () => {
      const meta = { authentication: { required: true } };
      await patchMeta(page, { ...meta, ui: { theme, topbarColor, topbarLabel: 'production' } });
      await page.goto('about:blank');
      await page.goto(`/#/namespaces/${management.namespaceKey}/segments`);
      await expect(page).toHaveTitle(/ · Pennon\/production$/);
      const bar = page.getByRole('banner');
      const search = bar.getByRole('button', { name: /^Search/ });
      for (const shown of ['production', 'Read-Only']) await expect(bar.getByText(shown)).toBeVisible();
      await expect(bar).toHaveCSS('background-color', ground);
      await expect(bar).toHaveCSS('color', text);
      await expect(bar.getByRole('button', { name: /^User menu/ })).toBeVisible();
      await search.hover();
      const colours = await coloursOnBar(page);
      expect([...colours].slice(0, 2)).toEqual([text, ground]);
      expect(colours.size).toBe(3);
      await page.keyboard.press('Tab');
      for (const link of [search, bar.getByRole('link', { name: management.namespaceKey })]) {
        await link.focus();
        await expect(link).toHaveCSS('outline-color', text);
      }
      await expectAccessible(page);
    });
  }
});

test('read-only mode says where flags are changed instead', async ({ page }) => {
  await patchMeta(page, { storage: { type: 'object', readOnly: true } });
  await makeReadOnly(page);
  await page.goto('/#/settings');
  await expect(page.getByText('Read-Only', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Flag data comes from object storage. Make changes at the source.'),
  ).toBeVisible();
});

ownServerTest(
  'a lost connection is said, and forgotten when the server is back',
  async ({ page, server, guard, management }) => {
    ownServerTest.setTimeout(RESTART);
    guard.tolerate(/ERR_CONNECTION_REFUSED/);
    await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
    // The last part of the page: none may still be on its way.
    await expect(page.getByText('Flags let you change behaviour without a deploy.')).toBeVisible();
    await server.stop();
    await page.evaluate(() => {
      location.hash = '#/namespaces/elsewhere/flags';
    });
    await expect(page.getByText('Connection lost. Showing the last loaded data.')).toBeVisible();
    await server.startAgain();
    await expect(page.getByText('Connection lost.')).toHaveCount(0, { timeout: 30_000 });
    await expect(heading(page, 'Namespace "elsewhere" does not exist.')).toBeVisible();
  },
);

ownServerTest(
  'a page that could not be loaded opens by itself when the server is back',
  async ({ page, server, guard }) => {
    ownServerTest.setTimeout(RESTART);
    guard.tolerate(/ERR_CONNECTION_REFUSED/);
    await page.goto('/#/settings');
    await expect(heading(page, 'Preferences')).toBeVisible();
    await server.stop();
    await page.getByRole('link', { name: 'Support' }).click();
    await expect(heading(page, 'Cannot reach the server')).toBeVisible();
    await server.startAgain();
    await expect(heading(page, 'Support')).toBeVisible({ timeout: 30_000 });
  },
);

test('without an answer at the start the page says so and goes on by itself', async ({ page }) => {
  await page.route('**/meta/info', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/#/settings');
  await expect(heading(page, 'Cannot reach the server')).toBeVisible();
  await page.unrouteAll();
  await expect(heading(page, 'Preferences')).toBeVisible();
});

test('a page whose file is gone offers the new version', async ({ page, guard }) => {
  guard.tolerate(/support-page.*404|404.*support-page/);
  await page.goto('/#/settings');
  await expect(heading(page, 'Preferences')).toBeVisible();
  await page.route(/assets\/support-page/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Support' }).click();
  await expect(heading(page, 'A new version was installed')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(heading(page, 'Support')).toBeVisible();
});

test('the switcher finds namespaces by name and marks the one that is open', async ({ page, management }) => {
  const { namespaceKey } = management;
  await page.goto(`/#/namespaces/${namespaceKey}/flags`);
  await switcher(page).click();
  const choice = page.getByRole('dialog', { name: 'Choose a namespace' });
  await expect(choice.getByRole('listitem').first()).toContainText('Default');
  await expect(choice.locator('[aria-current=true]')).toContainText(namespaceKey);
  await choice.getByRole('textbox').fill('DEFAULT');
  await expect(choice.getByRole('listitem')).toHaveCount(1);
  await choice.getByRole('textbox').press('Enter');
  await expect(page).toHaveURL(/#\/namespaces\/default\/flags$/);
  await expect(switcher(page)).toHaveAccessibleName('Namespace: Default');
});

test('a switch keeps the flag where the other namespace has it, and says so where not', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  const other = management.in(`${management.namespaceKey}-other`);
  await management.call('POST', '/api/v1/namespaces', { key: other.namespaceKey, name: other.namespaceKey });
  await other.createFlag({ key: 'checkout' });
  await other.createFlag({ key: 'only-there' });
  const choose = async (namespaceKey: string): Promise<void> => {
    await switcher(page).click();
    await page.getByRole('textbox', { name: 'Search namespaces' }).fill(namespaceKey);
    await page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: namespaceKey })
      .getByRole('button')
      .last()
      .click();
  };
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout/analytics`);
  await choose(other.namespaceKey);
  await expect(page).toHaveURL(new RegExp(`#/namespaces/${other.namespaceKey}/flags/checkout/analytics$`));
  await page.goto(`/#/namespaces/${other.namespaceKey}/flags/only-there`);
  await choose('default');
  await expect(page).toHaveURL(/#\/namespaces\/default\/flags$/);
  await expect(page.getByText('`only-there` does not exist in default')).toBeVisible();
});

test('the address decides; without a namespace the last used one is opened', async ({ page, management }) => {
  const { namespaceKey } = management;
  await management.createFlag({ key: 'checkout' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/#/namespaces/${namespaceKey}/segments`);
  await expectRemembered(page, namespaceKey);
  await page.goto('/#/flags/checkout?q=x');
  await expect(page).toHaveURL(new RegExp(`#/namespaces/${namespaceKey}/flags/checkout\\?q=x$`));
  await page.goto('/#/');
  await expect(page).toHaveURL(new RegExp(`#/namespaces/${namespaceKey}/flags$`));
  expect(asked.filter((path) => path.startsWith('/api/v1/namespaces/default'))).toEqual([]);
});

test('who may not list namespaces opens one by its key', async ({ page, management }) => {
  await page.route(/\/api\/v1\/namespaces(\?|$)/, (route) =>
    route.fulfill({ status: 403, json: { code: 7, message: 'permission denied', details: [] } }),
  );
  await page.goto('/#/');
  const key = page.getByRole('main').getByRole('textbox', { name: 'Open namespace…' });
  await key.fill('nowhere');
  await key.press('Enter');
  await expect(page.getByText('Namespace "nowhere" does not exist.')).toBeVisible();
  await key.fill(management.namespaceKey);
  await key.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/namespaces/${management.namespaceKey}/flags$`));
});

test('the list of namespaces is followed to its end', async ({ page }) => {
  const namespace = (key: string) => ({ key, name: key, description: '', protected: false });
  await page.route(/\/api\/v1\/namespaces\?/, async (route) => {
    const token = new URL(route.request().url()).searchParams.get('pageToken');
    const json =
      token === null
        ? { namespaces: [namespace('default')], nextPageToken: 'b2s=', totalCount: 2 }
        : { namespaces: [namespace('on-page-two')], nextPageToken: '', totalCount: 2 };
    await route.fulfill({ json });
  });
  await page.goto('/#/settings');
  await switcher(page).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
});

test('#/ leads a first visit to Onboarding, and later to the flags', async ({ page, management }) => {
  const { namespaceKey } = management;
  await page.goto(`/#/namespaces/${namespaceKey}/health`);
  await expectRemembered(page, namespaceKey);
  await page.goto('/#/');
  await expect(heading(page, 'Onboarding')).toBeVisible();
  await management.createFlag({ key: 'first' });
  await page.goto('/#/settings');
  await page.reload();
  await page.goto('/#/');
  await expect(page).toHaveURL(new RegExp(`#/namespaces/${namespaceKey}/flags$`));
});

test('what is no page of ours is not found', async ({ page }) => {
  await page.goto('/#/nowhere/at/all');
  await expect(heading(page, 'Not found')).toBeVisible();
});

test('keys lead to sections, but not while someone writes', async ({ page, management }) => {
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
  await expect(heading(page, 'Flags')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(heading(page, 'Segments')).toBeFocused();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Go to Console')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  const search = page.getByRole('textbox', { name: 'Search namespaces' });
  await expect(search).toBeFocused();
  await page.keyboard.type('gf');
  await expect(search).toHaveValue('gf');
  await expect(heading(page, 'Segments')).toBeAttached();
});

test('the skip link leads to the content, and navigation to the heading', async ({ page }) => {
  await page.goto('/#/settings');
  await expect(heading(page, 'Preferences')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Support' }).click();
  await expect(heading(page, 'Support')).toBeFocused();
});

test('while the system decides, the theme follows it live', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/#/settings');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the dashboard runs below a prefix that a proxy strips', async ({ page, server, guard, management }) => {
  const proxy = await startPrefixProxy(server.url, '/flags-of/pennon');
  guard.moveTo(proxy.url);
  await page.goto(`${proxy.url}#/namespaces/${management.namespaceKey}/segments`);
  await expect(heading(page, 'Segments')).toBeVisible();
  await expect(switcher(page)).toHaveAccessibleName(`Namespace: ${management.namespaceKey}`);
  await proxy.close();
});

for (const theme of themes) {
  for (const width of [1280, 390]) {
    test(`the frame is accessible, ${theme}, ${width} px`, async ({ page, management }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/#/settings');
      await preferTheme(page, theme);
      await expect(heading(page, 'Preferences')).toBeVisible();
      await expectAccessible(page);
      if (width < 768) await page.getByRole('button', { name: 'Open navigation' }).click();
      await switcher(page).click();
      // Other tests' namespaces look the same, and each of those that scroll would be measured by itself.
      const choice = page.getByRole('dialog', { name: 'Choose a namespace' });
      await choice.getByRole('textbox').fill(management.namespaceKey);
      await expect(choice.getByRole('listitem')).toHaveCount(1);
      await expectAccessible(page);
    });
  }
}
