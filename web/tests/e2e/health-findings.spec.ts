import { type Locator, type Page } from '@playwright/test';
import { FIRST_TOKEN } from './support/authentication';
import { type Management } from './support/management';
import { signInWithToken } from './support/sign-in';
import { expect, ownServerTest as test } from './support/test';

const DAY = 86_400_000;

/** How far the browser is ahead of the server: long enough for flags to be stale, and for an override to be old. */
const AHEAD = 40 * DAY;

test.use({
  serverSettings: {
    PENNON_AUTHENTICATION_REQUIRED: 'true',
    PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
    PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: FIRST_TOKEN,
    // One token, one finding: it is there, and neither ends soon nor never.
    PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_EXPIRATION: '8760h',
  },
  token: FIRST_TOKEN,
});

test.setTimeout(240_000);

/** What this namespace is said to have, in the order of the flags, segments and tokens of {@link arrange}. */
const FINDINGS = [
  'Rule 2 of shadowed is never reached.',
  'Rollout 2 of covered is never reached.',
  'Nobody gets a variant of nobody-served.',
  'Rule 1 of gap leaves 50 % unassigned.',
  'Rule 1 of thirds loses 0.1 % by rounding.',
  'The boolean flag leftovers has 1 variant.',
  'stale gives everyone False and was not changed for 40 days.',
  'The override of overridden is 960 hours old.',
  'Constraint 1 of segment words compares a number with "eighteen".',
  'Constraint 1 of segment nothing-listed can never match.',
  'Constraints 1 and 2 of segment nobody contradict each other.',
  'Segment unused is not used.',
  'Token expired has expired.',
  'Token expiring expires within 14 days.',
  'Token everlasting has full access and never expires.',
  'The bootstrap token initial_bootstrap_token is still there.',
] as const;

/** One instance of each finding of 1.11; what would be another one beside it is marked as permanent. */
async function arrange(management: Management): Promise<void> {
  const age = (operator: string, value: string) => ({
    ...{ type: 'NUMBER_COMPARISON_TYPE' as const, property: 'age', operator, value },
  });
  const constraints = {
    everyone: [],
    adults: [age('gte', '18')],
    words: [age('gte', 'eighteen')],
    nobody: [age('gt', '18'), age('lt', '18')],
    'nothing-listed': [
      { ...age('isoneof', '[]'), type: 'STRING_COMPARISON_TYPE' as const, property: 'country' },
    ],
    unused: [age('lt', '18')],
  };
  for (const [key, wanted] of Object.entries(constraints)) {
    await management.createSegment({ key });
    for (const constraint of wanted) await management.createConstraint(key, constraint);
  }
  const metadata = { permanent: true };
  const variantFlag = async (key: string, ...rules: readonly (readonly [string, ...number[]])[]) => {
    await management.createFlag({ key, metadata });
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      ids.push((await management.createVariant(key, { key: name })).id);
    }
    for (const [index, [segmentKey, ...shares]] of rules.entries()) {
      await management.createRule(key, {
        rank: index + 1,
        segmentKeys: [segmentKey],
        shares: Object.fromEntries(shares.map((share, row) => [ids[row] ?? '', share])),
      });
    }
  };
  await variantFlag('sound', ['adults', 50, 50], ['words', 100], ['nobody', 100], ['nothing-listed', 100]);
  await variantFlag('shadowed', ['everyone', 100], ['adults', 100]);
  await variantFlag('nobody-served');
  await variantFlag('gap', ['adults', 50]);
  await variantFlag('thirds', ['adults', 33.34, 33.33, 33.33]);
  const booleanFlag = (key: string, more: object = { metadata }): Promise<void> =>
    management.createFlag({ key, type: 'BOOLEAN_FLAG_TYPE', enabled: false, ...more });
  for (const key of ['covered', 'leftovers', 'overridden']) await booleanFlag(key);
  const threshold = (percentage: number) => ({ threshold: { percentage, value: true } });
  await management.createRollout('covered', { rank: 1, ...threshold(50) });
  await management.createRollout('covered', { rank: 2, ...threshold(20) });
  await management.createVariant('leftovers', { key: 'left' });
  const description = 'Override by ann 2026-01-01';
  await management.createRollout('overridden', { rank: 1, description, ...threshold(100) });
  // These three are alike, but two of them are to stay.
  await booleanFlag('stale', {});
  await booleanFlag('kept');
  await booleanFlag('kept-too', { metadata: { lifecycle: 'permanent' } });

  const token = (name: string, days?: number) => {
    const expiresAt =
      days === undefined ? {} : { expiresAt: new Date(Date.now() + AHEAD + days * DAY).toISOString() };
    return management.call('POST', '/auth/v1/method/token', { name, ...expiresAt });
  };
  await token('expired', -1);
  await token('expiring', 13);
  await token('in good time', 15);
  await token('everlasting');
}

const rows = (page: Page): Locator => page.getByRole('main').getByRole('listitem');

/** The sentences of all findings on the page. */
async function found(page: Page): Promise<readonly string[]> {
  const sentences = await rows(page).evaluateAll((items) =>
    items.map((item) => item.querySelector('p')?.textContent ?? ''),
  );
  return sentences.toSorted();
}

test('each finding is reported exactly once and no other, and a fix removes its own', async ({
  page,
  management,
}) => {
  await arrange(management);
  await page.clock.install({ time: Date.now() + AHEAD });
  await page.goto(`/#/namespaces/${management.namespaceKey}/health`);
  await signInWithToken(page, FIRST_TOKEN);
  let left: readonly string[] = FINDINGS.toSorted();
  await expect.poll(() => found(page)).toEqual(left);
  await expect(page.getByText(`${left.length} findings`)).toBeVisible();
  await expect(rows(page).filter({ hasText: /safe to delete/i })).toHaveCount(0);

  for (const [fix, sentence] of [
    ['Delete rule', FINDINGS[0]],
    ['Delete rollout', FINDINGS[1]],
    ['Fix rounding', FINDINGS[4]],
    ['Delete variants', FINDINGS[5]],
    ['Delete segment', FINDINGS[11]],
  ] as const) {
    await rows(page).filter({ hasText: sentence }).getByRole('button', { name: fix }).click();
    left = left.filter((each) => each !== sentence);
    await expect.poll(() => found(page), fix).toEqual(left);
  }
  await expect(page.getByRole('button', { name: /^(Fix|Delete)/ })).toHaveCount(0);
});
