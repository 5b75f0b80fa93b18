import { type Page } from '@playwright/test';
import { anAccount, CodeHost } from '../../../test/support/auth-code-host';
import { FakeCluster } from '../../../test/support/fake-cluster';
import { expectAccessible } from './support/accessibility';
import { authenticated, FIRST_TOKEN, logInAtProvider, oidcTest } from './support/authentication';
import { type Management } from './support/management';
import { signInWithToken, traces } from './support/sign-in';
import { expect, ownServerTest, test } from './support/test';
import { themes } from './support/theme';
import { urlOf } from './support/web-server';

test.use(authenticated);

/** What those are told whom the server refuses. */
const mayNot = 'Your credential may not manage tokens.';

const DAY = 24 * 60 * 60_000;

async function openTokens(page: Page, query = ''): Promise<void> {
  await page.goto(`/#/settings/tokens${query}`);
  await signInWithToken(page, FIRST_TOKEN);
  await expect(page.getByRole('heading', { name: 'Static Tokens' })).toBeVisible();
}

async function createToken(
  management: Management,
  token: {
    readonly name: string;
    readonly expiresAt?: string;
    readonly namespaceKey?: string;
    readonly metadata?: Readonly<Record<string, string>>;
  },
): Promise<string> {
  const { clientToken } = await management.call<{ clientToken: string }>(
    'POST',
    '/auth/v1/method/token',
    token,
  );
  return clientToken;
}

test('creates a token, whose secret is shown once and stays nowhere', async ({
  page,
  context,
  management,
  server,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  page.on('request', (request) => told.push(request.url()));
  page.on('framenavigated', (frame) => told.push(frame.url()));
  const name = `token of ${management.namespaceKey}`;
  await openTokens(page);
  await page.getByRole('button', { name: 'New Token' }).click();
  const drawer = page.getByRole('dialog', { name: 'New Token' });
  await drawer.getByLabel('Name', { exact: true }).fill(name);
  const advice = drawer.getByText(/can do anything in every namespace and never expires/);
  await expect(advice).toBeVisible();
  await drawer.getByRole('button', { name: '90 days' }).click();
  await expect(advice).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Never' }).click();
  await expect(advice).toBeVisible();
  const scope = drawer.getByRole('checkbox', { name: 'Scope this token to a single namespace' });
  await scope.click();
  await expect(advice).toHaveCount(0);
  await scope.click();
  await expect(advice).toBeVisible();
  await drawer.getByLabel('Description').fill('for a test');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Create' }).click();

  const dialog = page.getByRole('alertdialog', { name: 'Created Token' });
  const secret = await dialog.getByLabel(`Secret of ${name}`).inputValue();
  expect(secret.length).toBeGreaterThan(20);
  const close = dialog.getByRole('button', { name: 'Close' }).last();
  await expect(close).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText('Copied to clipboard')).toBeVisible();
  await close.click();
  await expect(dialog).toHaveCount(0);
  // The page itself may not read the clipboard (7, 5); people may.
  await page.getByRole('button', { name: /^Namespace: / }).click();
  const field = page.getByRole('textbox', { name: 'Search namespaces' });
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue(secret);
  await field.fill('');
  await page.keyboard.press('Escape');

  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('for a test');
  await expect(row).toContainText('All namespaces');
  await expect(row).toContainText('Never expires');
  expect(await traces(page)).not.toContain(secret);
  expect(told.join('\n')).toContain('/auth/v1/method/token');
  expect(told.join('\n')).not.toContain(secret);
  expect(server.output()).not.toContain(secret);
});

test('creates a token of one namespace that ends at midnight after its day', async ({ page, management }) => {
  const { namespaceKey } = management;
  const name = `scoped to ${namespaceKey}`;
  await openTokens(page);
  await page.getByRole('button', { name: 'New Token' }).click();
  const drawer = page.getByRole('dialog', { name: 'New Token' });
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(drawer.getByText('Enter a name.')).toBeVisible();
  await drawer.getByLabel('Name', { exact: true }).fill(name);
  await drawer.getByLabel('Expires On').fill('2020-01-01');
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(drawer.getByText('Choose a date in the future.')).toBeVisible();
  await drawer.getByLabel('Expires On').fill('2099-12-31');
  await drawer.getByRole('checkbox', { name: 'Scope this token to a single namespace' }).click();
  await drawer.getByRole('combobox', { name: 'Namespace' }).fill(namespaceKey);
  await page.getByRole('option', { name: new RegExp(namespaceKey) }).click();
  await drawer.getByRole('button', { name: 'Create' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Created Token' });
  await dialog.getByRole('checkbox', { name: 'I have stored it' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText(`Only ${namespaceKey}`);
  const { authentications } = await management.call<{
    authentications: readonly { readonly expiresAt?: string; readonly metadata: Record<string, string> }[];
  }>('GET', '/auth/v1/tokens?method=METHOD_TOKEN&limit=100');
  const made = authentications.find(({ metadata }) => Object.values(metadata).includes(name));
  expect(new Date(made?.expiresAt ?? 0).toISOString()).toBe('2099-12-31T23:00:00.000Z');
});

test('the first press after a name that was left out counts, although the form says what is missing', async ({
  page,
}) => {
  await openTokens(page);
  await page.getByRole('button', { name: 'New Token' }).click();
  const drawer = page.getByRole('dialog', { name: 'New Token' });
  await drawer.getByLabel('Name', { exact: true }).focus();
  await drawer.getByRole('button', { name: '90 days' }).click({ delay: 100 });
  await expect(drawer.getByLabel('Expires On')).not.toHaveValue('');
  await expect(drawer.getByText('Enter a name.')).toBeVisible();
});

test('deletes one token after asking, and several at once', async ({ page, management }) => {
  const mark = management.namespaceKey;
  for (const name of [`one ${mark}`, `two ${mark}`, `three ${mark}`]) await createToken(management, { name });
  await openTokens(page, `?q=${mark}`);
  await expect(page.getByText('3 tokens shown')).toBeVisible();
  await page.getByRole('button', { name: `Delete one ${mark}` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Token' });
  await expect(dialog).toContainText('This cannot be undone.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 tokens shown')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all tokens shown' }).click();
  await page.getByRole('button', { name: 'Delete 2 selected' }).click();
  const both = page.getByRole('alertdialog', { name: 'Delete Tokens' });
  await expect(both).toContainText(`two ${mark}`);
  await expect(both).toContainText(`three ${mark}`);
  await both.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No token matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).not.toHaveURL(/q=/);
});

test('the token in use is marked, and is deleted only by typing its name', async ({ page, management }) => {
  const name = `own ${management.namespaceKey}`;
  const own = await createToken(management, { name });
  await page.goto('/#/settings/tokens');
  await signInWithToken(page, own);
  await expect(page.getByRole('row', { name: /initial_bootstrap_token/ })).toContainText(
    'Delete it after setup',
  );
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('you');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Token' });
  await expect(dialog).toContainText('This signs you out');
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('lists 130 tokens, sorts and filters them, and tells their ends', async ({ page, management }) => {
  test.slow();
  const mark = management.namespaceKey;
  const { namespaceKey } = management;
  const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
  // The server makes no token that has expired already; this one has when the page is opened.
  const end = Date.now() + 1000;
  await createToken(management, { name: `expired ${mark}`, expiresAt: new Date(end).toISOString() });
  await createToken(management, { name: `soon ${mark}`, expiresAt: inDays(13.9) });
  await createToken(management, { name: `later ${mark}`, expiresAt: inDays(15), namespaceKey });
  for (let number = 0; number < 127; number += 1) {
    await createToken(management, { name: `plain ${mark} ${number}` });
  }
  await expect.poll(() => Date.now()).toBeGreaterThan(end);
  await openTokens(page, `?q=${mark}`);
  await expect(page.getByText('130 tokens shown')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`expired ${mark}`) })).toContainText('Expired');
  await expect(page.getByRole('row', { name: new RegExp(`soon ${mark}`) })).toContainText('Expires soon');
  const later = page.getByRole('row', { name: new RegExp(`later ${mark}`) });
  await expect(later).toContainText('in 15 days');
  await expect(later).not.toContainText('Expires soon');

  await page.getByRole('button', { name: 'Expires' }).click();
  await expect(page.getByRole('columnheader', { name: 'Expires' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').nth(1)).toContainText(`expired ${mark}`);
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Expires soon' }).click();
  await expect(page.getByText('1 token shown')).toBeVisible();
  await page.goBack();
  await page.getByRole('combobox', { name: 'Scope' }).click();
  await page.getByRole('option', { name: `Only ${namespaceKey}` }).click();
  await expect(page.getByText('1 token shown')).toBeVisible();
  await expect(later).toBeVisible();
});

interface OtherLogins {
  readonly cluster: FakeCluster;
  readonly codeHost: CodeHost;
}

/** People log in at a provider and at a code host, and workloads by their cluster. */
const everyLoginTest = oidcTest.extend<OtherLogins>({
  cluster: async ({}, provide) => {
    const cluster = new FakeCluster();
    await cluster.start();
    await provide(cluster);
    await cluster.remove();
  },
  codeHost: async ({}, provide) => {
    const host = new CodeHost();
    await host.start();
    await provide(host);
    await host.stop();
  },
  otherMethods: async ({ port, cluster, codeHost }, provide) => {
    const methods = 'PENNON_AUTHENTICATION_METHODS_';
    await provide({
      [`${methods}ORCHESTRATOR_ENABLED`]: 'true',
      [`${methods}ORCHESTRATOR_DISCOVERY_URL`]: cluster.url,
      [`${methods}ORCHESTRATOR_CA_PATH`]: cluster.certificates.caFile,
      [`${methods}ORCHESTRATOR_SERVICE_ACCOUNT_TOKEN_PATH`]: cluster.tokenFile,
      [`${methods}CODEHOST_ENABLED`]: 'true',
      [`${methods}CODEHOST_SERVER_URL`]: codeHost.url,
      [`${methods}CODEHOST_API_URL`]: codeHost.url,
      [`${methods}CODEHOST_CLIENT_ID`]: codeHost.clientId,
      [`${methods}CODEHOST_CLIENT_SECRET`]: codeHost.clientSecret,
      [`${methods}CODEHOST_REDIRECT_ADDRESS`]: urlOf(port),
    });
  },
});

everyLoginTest(
  'sessions of people and service accounts are listed, the own one marked, and each can be ended',
  async ({ page, request, management, cluster, codeHost }) => {
    everyLoginTest.slow();
    codeHost.user = anAccount('ada');
    const login = await request.get('/auth/v1/method/codehost/authorize');
    const { authorizeUrl } = (await login.json()) as { readonly authorizeUrl: string };
    await request.get(codeHost.authorize(authorizeUrl));
    const self = async (): Promise<number> => (await request.get('/auth/v1/self')).status();
    expect(await self()).toBe(200);
    await management.call('POST', '/auth/v1/method/orchestrator/serviceaccount', {
      service_account_token: cluster.tokenOf(),
    });

    await page.goto('/#/settings/tokens');
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await logInAtProvider(page, 'alice');
    await page.getByRole('tab', { name: 'Sessions' }).click();
    const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row');
    // The first row has the names of the columns; the token that arranged this is no session.
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(0)).toHaveText(/Who\s*Method\s*Created\s*Expires/);
    for (const [index, who, method] of [
      [1, 'alice of Acme', 'OpenID Connect'],
      [2, 'checkout', 'Service account'],
      [3, 'ada the coder', 'Code host'],
    ] as const) {
      await expect(rows.nth(index)).toContainText(who);
      await expect(rows.nth(index)).toContainText(method);
      await expect(rows.nth(index).getByRole('time')).toHaveCount(2);
    }
    await expect(rows.filter({ hasText: 'you' })).toContainText(['alice of Acme']);

    await page.getByRole('button', { name: 'Sign out ada the coder' }).click();
    const question = page.getByRole('alertdialog', { name: 'Sign out' });
    await expect(question).toContainText('ada the coder has to sign in again to go on.');
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText('ada the coder is signed out')).toBeVisible();
    await expect(rows).toHaveCount(3);
    expect(await self()).toBe(401);
    await page.getByRole('button', { name: 'Sign out alice of Acme' }).click();
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  },
);

test('a token of one namespace is told that it may not manage tokens', async ({ page, management }) => {
  const { namespaceKey } = management;
  const scoped = await createToken(management, { name: `scoped to ${namespaceKey}`, namespaceKey });
  await page.goto('/#/settings/tokens');
  await signInWithToken(page, scoped, namespaceKey);
  await expect(page.getByText(mayNot)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Sessions' }).getByText(mayNot)).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

ownServerTest('so is one whose role is not enough', async ({ page, server, management }) => {
  await server.stop();
  await server.startAgain({ ...authenticated.serverSettings, PENNON_AUTHORIZATION_REQUIRED: 'true' });
  const ofRole = (name: string, role: string): Promise<string> =>
    createToken(management, { name, metadata: { 'io.service.auth.role': role } });
  const editor = await ofRole('editor here', `${management.namespaceKey}:editor`);
  const viewer = await ofRole('viewer', 'viewer');

  await page.goto('/#/settings/tokens');
  await signInWithToken(page, editor);
  await expect(page.getByText(mayNot)).toBeVisible();
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Sessions' }).getByText(mayNot)).toBeVisible();

  // Who may see tokens may still not make one.
  await page.reload();
  await signInWithToken(page, viewer);
  await page.getByRole('tab', { name: 'API Tokens' }).click();
  await expect(page.getByRole('row', { name: /editor here/ })).toBeVisible();
  const newToken = page.getByRole('button', { name: 'New Token' });
  await expect(newToken).toBeDisabled();
  await expect(newToken).toHaveAccessibleDescription('You are not allowed to create tokens.');
  await expect(page.getByRole('button', { name: 'Delete editor here' })).toBeDisabled();
});

ownServerTest(
  'where roles count, a token gets one of those that the server knows',
  async ({ page, server, management }) => {
    await server.stop();
    await server.startAgain({ ...authenticated.serverSettings, PENNON_AUTHORIZATION_REQUIRED: 'true' });
    await openTokens(page);
    await page.getByRole('button', { name: 'New Token' }).click();
    const drawer = page.getByRole('dialog', { name: 'New Token' });
    await drawer.getByLabel('Name', { exact: true }).fill('ci');
    await expect(drawer.getByText(/can do anything/)).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Create' }).click();
    await expect(drawer.getByText('Choose a role.')).toBeVisible();
    const role = drawer.getByRole('combobox', { name: 'Role' });
    await role.click();
    await expect(page.getByRole('option')).toHaveText([
      /^Admin/,
      /^Editor/,
      /^Viewer/,
      /^Approver/,
      /^Counter/,
    ]);
    await page.getByRole('option', { name: /^Admin/ }).click();
    await expect(drawer.getByText(/can do anything in every namespace and never expires/)).toBeVisible();
    await role.click();
    await page.getByRole('option', { name: /^Viewer/ }).click();
    await expect(drawer.getByText(/never expires\. Consider/)).toHaveCount(0);
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Create' }).click();
    const created = page.getByRole('alertdialog', { name: 'Created Token' });
    const secret = await created.getByLabel('Secret of ci').inputValue();
    const asToken = { headers: { authorization: `Bearer ${secret}` } };
    const flags = `${server.url}/api/v1/namespaces/${management.namespaceKey}/flags`;
    expect((await page.request.get(flags, asToken)).status()).toBe(200);
    const write = await page.request.post(flags, { ...asToken, data: { key: 'f', name: 'F' } });
    expect(write.status()).toBe(403);
  },
);

for (const theme of themes) {
  test(`tokens and sessions are accessible, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: 320, height: 640 });
    await openTokens(page);
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await expect(page).toHaveURL(/tab=sessions/);
    await expect(page.getByText('Nobody else is signed in.')).toBeVisible();
    await expectAccessible(page);
  });
}
