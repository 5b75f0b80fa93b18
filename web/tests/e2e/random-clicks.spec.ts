import { type Page } from '@playwright/test';
import { randomFrom, wholeNumber } from '../../../test/support/random';
import { propertySeed as seed } from '../../../test/support/seed';
import { sized } from '../../../test/support/size';
import { authorized, FIRST_TOKEN } from './support/authentication';
import { type Management } from './support/management';
import { type PageGuard } from './support/page-guard';
import { makeThings, pagesOf, Refusals } from './support/press-controls';
import { RandomClicks } from './support/random-clicks';
import { signInWithToken } from './support/sign-in';
import { expect, ownServerTest as test } from './support/test';

/*
 * What the dashboard lets people press, the server lets them do: whatever they press, in whatever order, nothing is
 * refused. Each server is a test's own, so that the same seed presses the same controls.
 */

test.use(authorized);

const CLICKS = sized({ small: 100, whole: 500 });

/** How often it may begin anew until a change is sent: of a hundred clicks one to five send some. */
const MOST = 5;

/** What is imported where a file is asked for. */
const document = JSON.stringify({
  flags: [{ key: 'imported', name: 'Imported', type: 'BOOLEAN_FLAG_TYPE' }],
});

interface Visit {
  readonly page: Page;
  readonly management: Management;
  readonly guard: PageGuard;
}

/**
 * Presses controls at random, of which the server refuses none, and goes on until some change was sent where there
 * is to be one.
 *
 * @returns How many changes were sent.
 */
async function clickAround(
  { page, management, guard }: Visit,
  token: string,
  leastChanges = 0,
): Promise<number> {
  const random = randomFrom(seed);
  const starts = pagesOf(management.namespaceKey);
  const refusals = new Refusals(page);
  let changes = 0;
  page.on('request', (request) => {
    const isChange = request.method() === 'POST' && /\/(changes|revert)$/.test(request.url());
    if (isChange && !(request.postData() ?? '').includes('validateOnly')) changes++;
  });
  const begin = async (): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`/${starts[wholeNumber(random, 0, starts.length - 1)]}`);
    await page.waitForLoadState('networkidle');
    // What strangers are refused shows that somebody has to sign in.
    await refusals.take();
    await signInWithToken(page, token);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  };
  const clicks = new RandomClicks(page, random, begin, document);
  try {
    do {
      await clicks.press(clicks.trail.length + CLICKS, async () => {
        expect(await refusals.take()).toEqual([]);
        guard.check();
      });
    } while (changes < leastChanges && clicks.trail.length < MOST * CLICKS);
  } finally {
    console.log(`PENNON_TEST_SEED=${seed}: ${changes} changes were sent. The last clicks:`);
    console.log(clicks.trail.slice(-5).join('\n'));
  }
  return changes;
}

test.beforeEach(async ({ management }) => {
  // A click takes less than a second where no other work is done.
  test.setTimeout(MOST * CLICKS * 3_000);
  await makeThings(management);
});

test('nothing that a viewer can press is refused, whatever the order', async ({
  page,
  management,
  guard,
}) => {
  const token = await management.createToken('viewer');
  expect(await clickAround({ page, management, guard }, token)).toBe(0);
});

test('nothing that an editor can press where changes are reviewed is refused', async ({
  page,
  management,
  guard,
}) => {
  await management.send('PUT', 'policy', { policy: { requiredApprovals: 1 } });
  const token = await management.createToken(`viewer, ${management.namespaceKey}:editor`);
  expect(await clickAround({ page, management, guard }, token, 1)).toBeGreaterThan(0);
});

test('nothing that anybody can press on a read-only server is refused', async ({
  page,
  server,
  management,
  guard,
}) => {
  await server.stop();
  await server.startAgain({ ...authorized.serverSettings, PENNON_STORAGE_READ_ONLY: 'true' });
  expect(await clickAround({ page, management, guard }, FIRST_TOKEN)).toBe(0);
});
