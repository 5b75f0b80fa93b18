import { type BrowserContext } from '@playwright/test';
import { logInAtProvider, oidcTest } from './support/authentication';
import { type Management } from './support/management';
import { expect, test } from './support/test';

/*
 * Over HTTP/1.1 browsers send at most six requests at once to one host, and the others
 * wait: a first load asks for few things.
 */

/** Files and calls of the API together. */
const MOST_REQUESTS = 15;

/** A load is over after so long without a request, in milliseconds: longer than what waits for an idle browser. */
const QUIET = 3_000;

/** More flags than one page of the list shows. */
async function arrange(management: Management): Promise<void> {
  const flags = Array.from({ length: 60 }, (_, index) => ({
    key: `flag-${index}`,
    name: `Flag ${index}`,
    type: 'BOOLEAN_FLAG_TYPE',
    enabled: true,
    rollouts: [{ threshold: { percentage: 20, value: false } }],
  }));
  await management.importDocument({ flags });
}

/** Opens the list of flags in a tab, which has nothing of the dashboard yet, and tells what it asks the server for. */
async function firstRequests(context: BrowserContext, namespaceKey: string): Promise<readonly string[]> {
  const page = await context.newPage();
  const requests: string[] = [];
  let last = Date.now();
  page.on('request', (request) => {
    requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    last = Date.now();
  });
  await page.goto(`/#/namespaces/${namespaceKey}/flags`);
  await expect(page.getByText('flag-7', { exact: true })).toBeVisible();
  await expect.poll(() => Date.now() - last).toBeGreaterThan(QUIET);
  return requests;
}

function expectFew(requests: readonly string[]): void {
  console.log(`first load of the flags: ${requests.length} of ${MOST_REQUESTS} requests`);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
}

test('the first load of the flags asks for little', async ({ context, management }) => {
  await arrange(management);
  expectFew(await firstRequests(context, management.namespaceKey));
});

oidcTest('so it does for a person', async ({ page, context, browser, baseURL, guard, management }) => {
  await arrange(management);
  await page.goto('/#/settings');
  await page.getByRole('button', { name: 'Sign in with Acme' }).click();
  await logInAtProvider(page, 'alice');
  await expect(page).toHaveURL(/#\/settings$/);
  const session = { baseURL: baseURL ?? '', storageState: await context.storageState() };
  const fresh = await browser.newContext(session);
  await guard.watch(fresh);
  expectFew(await firstRequests(fresh, management.namespaceKey));
  await fresh.close();
});
