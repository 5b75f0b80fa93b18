import { type Page } from '@playwright/test';
import { authenticated, FIRST_TOKEN } from './support/authentication';
import { type Management } from './support/management';
import { makeReadOnly } from './support/read-only';
import { signInWithToken } from './support/sign-in';
import { expect, test } from './support/test';

test.use(authenticated);

test.setTimeout(300_000);

/** Every page of a namespace, by its place behind `#`. */
function placesOf(namespace: string): readonly string[] {
  const ns = `/namespaces/${namespace}`;
  return [
    `${ns}/flags`,
    `${ns}/flags/new`,
    ...['', '/analytics', '/code', '/history'].map((view) => `${ns}/flags/colour${view}`),
    `${ns}/flags/banner`,
    `${ns}/segments`,
    `${ns}/segments/new`,
    `${ns}/segments/everyone`,
    `${ns}/console/colour`,
    `${ns}/console/colour?mode=all`,
    `${ns}/console/colour?mode=compare`,
    `${ns}/health`,
    `${ns}/activity`,
    `/compare?left=default&right=${namespace}`,
  ];
}

/** The pages that are about no namespace. */
const otherPlaces = [
  '/onboarding',
  '/support',
  '/support/api',
  '/settings',
  '/settings/namespaces',
  '/settings/tokens',
  '/settings/server',
  '/nowhere',
] as const;

const everywhere = (namespace: string): readonly string[] => [...placesOf(namespace), ...otherPlaces];

async function arrange(management: Management): Promise<void> {
  await management.createSegment({ key: 'everyone' });
  await management.createFlag({ key: 'colour' });
  const blue = await management.createVariant('colour', { key: 'blue' });
  await management.createRule('colour', {
    rank: 1,
    segmentKeys: ['everyone'],
    shares: { [blue.id]: 100 },
  });
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  await management.createRollout('banner', { rank: 1, threshold: { percentage: 20, value: true } });
}

/** What nobody should ever read on a page: insides of the program, or an answer as it came. */
const RAW = /undefined|\bNaN\b|\[object |TypeError|SyntaxError|Unexpected token|Cannot read prop|"code":/;

/** What the main part of the page shows, and whether it still waits for something. */
const shown = (page: Page): Promise<{ readonly html: string; readonly text: string }> =>
  page.getByRole('main').evaluate((main) => ({
    html: new XMLSerializer().serializeToString(main),
    text: (main as HTMLElement).innerText,
  }));

/**
 * Goes there without loading the page anew, and waits until it has found out what to show: it waits for nothing then,
 * and stays as it is.
 *
 * @param mayWait Takes a page that says that it is loading: where nothing answers it tries again for a while.
 */
async function visit(page: Page, place: string, mayWait = false): Promise<void> {
  const { html: before } = await shown(page);
  const left = Date.now();
  let last = before;
  let changed = left;
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
  await expect(async () => {
    const { html, text } = await shown(page);
    if (html !== last) changed = Date.now();
    last = html;
    // Its file may be on its way yet; some pages look the same, such as those of a namespace that nobody may see.
    if (Date.now() - left < 800) expect(html).not.toBe(before);
    if (!mayWait) expect(html).not.toContain('aria-busy="true"');
    expect(text.length, 'a page with something on it').toBeGreaterThan(15);
    expect(Date.now() - changed, 'time without a change, in ms').toBeGreaterThan(250);
  }).toPass({ intervals: [100] });
  const { text } = await shown(page);
  expect(text).not.toMatch(RAW);
  expect(text).not.toContain('This view stopped working');
}

/** Names of what changes something on the server, or begins to; "New Variant" of a new flag is a row of its form. */
const WRITES =
  /^(New (Flag|Segment|Rule|Rollout|Constraint|Namespace)|Create|Update$|Delete|Duplicate|Import|Load sample data|Fix)/;

/** Whatever writes on this page says that it cannot, and why. */
async function expectNothingWrites(page: Page): Promise<void> {
  const main = page.getByRole('main');
  for (const role of ['button', 'link', 'switch'] as const) {
    for (const control of await main.getByRole(role, { name: WRITES }).all()) {
      const name = await control.innerText();
      if (await control.evaluate((element) => (element as HTMLButtonElement).disabled)) continue;
      await expect(control, `${role} ${name}`).toHaveAttribute('aria-disabled', 'true');
      await expect(control, `${role} ${name}`).toHaveAccessibleDescription(/\w+/);
    }
  }
}

async function start(page: Page, { namespaceKey }: Management): Promise<void> {
  await page.goto(`/#/namespaces/${namespaceKey}/flags`);
  await signInWithToken(page, FIRST_TOKEN);
  await expect(page.getByRole('heading', { level: 1, name: 'Flags' })).toBeVisible();
}

test('read-only, every page shows what there is and offers no change', async ({ page, management }) => {
  await arrange(management);
  await makeReadOnly(page);
  await start(page, management);
  for (const place of everywhere(management.namespaceKey)) {
    await test.step(place, async () => {
      await visit(page, place);
      await expect(page.getByText('Read-Only', { exact: true })).toBeVisible();
      if (place !== '/settings/tokens') await expectNothingWrites(page);
    });
  }
});

test('without permission, every page says so', async ({ page, management }) => {
  await arrange(management);
  await start(page, management);
  const refused = { status: 403, json: { code: 7, message: 'permission denied', details: [] } };
  await page.route(/\/(api|audit|evaluate|internal)\/|\/auth\/v1\/tokens/, (route) => route.fulfill(refused));
  for (const place of everywhere('not-mine')) {
    await test.step(place, async () => {
      await visit(page, place);
      if (place.startsWith('/namespaces/')) {
        await expect(page.getByRole('main')).toContainText(/not allowed|no access|may not/i);
      }
    });
  }
});

test('while the server is down, every page says so', async ({ page, management, guard }) => {
  guard.tolerate(/ERR_CONNECTION_REFUSED/);
  await arrange(management);
  await start(page, management);
  await page.route(/\/((api|audit|auth|evaluate|internal|meta)\/|openapi\.json)/, (route) =>
    route.abort('connectionrefused'),
  );
  for (const place of everywhere(management.namespaceKey)) {
    await test.step(place, async () => {
      await visit(page, place, true);
      await expect(page.getByText(/Connection lost\.|Cannot reach the server/).first()).toBeVisible();
      await expectNothingWrites(page);
    });
  }
  // Not for ever: in the end a page gives up, and says so.
  await visit(page, `/namespaces/${management.namespaceKey}/segments/everyone`);
  await expect(page.getByRole('main')).toContainText('Cannot load the segment');
});

test('a token of one namespace has its pages, and is told where it has none', async ({
  page,
  management,
}) => {
  await arrange(management);
  const { namespaceKey } = management;
  const token = { name: `scoped to ${namespaceKey}`, namespaceKey };
  const { clientToken } = await management.call<{ clientToken: string }>(
    'POST',
    '/auth/v1/method/token',
    token,
  );
  await page.goto('/#/settings');
  await signInWithToken(page, clientToken, namespaceKey);
  for (const place of everywhere(namespaceKey)) {
    await test.step(place, async () => {
      await visit(page, place);
      await expect(page.getByRole('banner').getByText(`Scoped to ${namespaceKey}`)).toBeVisible();
      await expect(page.getByText('Your session has ended')).toHaveCount(0);
    });
  }
});

test('signed out, every page is the login', async ({ page, management }) => {
  await page.goto('/');
  for (const place of everywhere(management.namespaceKey)) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, place);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  }
});

test('with nothing in the namespace, no page is blank or waits for ever', async ({ page, management }) => {
  await start(page, management);
  for (const place of placesOf(management.namespaceKey)) {
    await test.step(place, async () => {
      await visit(page, place);
    });
  }
});
