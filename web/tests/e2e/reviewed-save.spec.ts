import { type Locator, type Page } from '@playwright/test';
import { authorized, FIRST_TOKEN } from './support/authentication';
import { type Management } from './support/management';
import { signInWithToken } from './support/sign-in';
import { expect, test } from './support/test';

test.use(authorized);

interface Change {
  readonly id: string;
  readonly state: string;
  readonly message: string;
}

async function changesOf(management: Management): Promise<readonly Change[]> {
  return (await management.get<{ readonly changes: readonly Change[] }>('changes')).changes;
}

/** A flag in a namespace that takes reviewed changes only; admins may bypass the review if `bypass` says so. */
async function openReviewed(page: Page, management: Management, bypass: readonly string[]): Promise<Locator> {
  await management.createFlag({ key: 'checkout', name: 'Checkout' });
  await management.send('PUT', 'policy', { policy: { requiredApprovals: 2, bypass } });
  const token = await management.createToken('admin');
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  await signInWithToken(page, token);
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByLabel('Description').fill('reviewed');
  await expect(details.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await details.getByRole('button', { name: 'Ask for review' }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await expect(review).toContainText(`Changes of ${management.namespaceKey} need 2 approvals.`);
  return review;
}

test('under a policy a save asks for review, and says where the change is', async ({ page, management }) => {
  const review = await openReviewed(page, management, []);
  await expect(review.getByRole('button', { name: 'Save without review' })).toHaveCount(0);
  await review.getByRole('button', { name: 'Ask for review' }).click();
  await expect(page.getByText('Waits for review.')).toBeVisible();
  const [change, ...others] = await changesOf(management);
  expect(others).toEqual([]);
  expect(change).toMatchObject({ state: 'PENDING_REVIEW', message: 'Update flag checkout' });
  const command = `pennon changes show ${management.namespaceKey} ${change?.id}`;
  await expect(page.getByText(command)).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ description: '' });
});

test('those who may bypass the review save at once, with a reason', async ({ page, management }) => {
  const review = await openReviewed(page, management, ['admin']);
  const bypass = review.getByRole('button', { name: 'Save without review' });
  await expect(bypass).toBeDisabled();
  await review.getByLabel('Reason to save without review').fill('checkout is down');
  await bypass.click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ description: 'reviewed' });
  expect(await changesOf(management)).toEqual([]);
});

test('a reason alone passes by no review', async ({ page, management }) => {
  const review = await openReviewed(page, management, ['admin']);
  await review.getByLabel('Reason to save without review').fill('checkout is down');
  await review.getByRole('button', { name: 'Ask for review' }).click();
  await expect(page.getByText('Waits for review.')).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ description: '' });
});

test('a new segment that waits for review leads to the list, and is not taken for one that is there', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  await management.send('PUT', 'policy', { policy: { requiredApprovals: 1 } });
  const ask = async (form: Locator): Promise<void> => {
    await form.getByRole('textbox', { name: 'Name' }).fill('Larks');
    await form.getByRole('button', { name: 'Ask for review' }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await review.getByRole('button', { name: 'Ask for review' }).click();
    await expect(page.getByText('Waits for review.').last()).toBeVisible();
  };
  await page.goto(`/#/namespaces/${management.namespaceKey}/segments/new`);
  await signInWithToken(page, FIRST_TOKEN);
  await ask(page.getByRole('main'));
  await expect(page).toHaveURL(/\/segments$/);

  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/banner?rollout=new`);
  const rollout = page.getByRole('dialog', { name: 'New Rollout' });
  await rollout.getByRole('radio', { name: 'Segment' }).click();
  await rollout.getByRole('button', { name: 'New Segment' }).click();
  const segment = page.getByRole('dialog', { name: 'New Segment' });
  await ask(segment);
  await expect(segment).toHaveCount(0);
  await expect(rollout.getByRole('button', { name: 'Remove Larks' })).toHaveCount(0);
  expect(await changesOf(management)).toHaveLength(2);
});

test('turning a flag off waits for nobody', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', name: 'Checkout' });
  await management.send('PUT', 'policy', { policy: { requiredApprovals: 1 } });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  await signInWithToken(page, FIRST_TOKEN);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Turn off…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect.poll(() => management.get('flags/checkout')).toMatchObject({ off: {} });
});

test('an undo that waits for review is still to be done', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout', name: 'Checkout' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
  await signInWithToken(page, await management.createToken('editor'));
  await page.getByRole('switch').click();
  await expect(page.getByText('checkout disabled')).toBeVisible();
  await management.send('PUT', 'policy', { policy: { requiredApprovals: 1 } });
  await page.keyboard.press('Control+z');
  await page
    .getByRole('dialog', { name: 'Review changes' })
    .getByRole('button', { name: 'Ask for review' })
    .click();
  await expect(page.getByText('Waits for review.')).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ enabled: false });
  await management.send('PUT', 'policy', { policy: { requiredApprovals: 0 } });
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: Disable checkout')).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ enabled: true });
});

test('an undo is shown before it asks for review, and passes by it with a reason', async ({
  page,
  management,
}) => {
  const review = await openReviewed(page, management, ['admin']);
  const reason = review.getByLabel('Reason to save without review');
  const bypass = review.getByRole('button', { name: 'Save without review' });
  await reason.fill('checkout is down');
  await bypass.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(review).toContainText('Undo: Update flag checkout');
  await expect(review.getByRole('listitem')).not.toHaveCount(0);
  await reason.fill('it is up again');
  await bypass.click();
  await expect(page.getByText('Undone: Update flag checkout')).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ description: '' });
  expect(await changesOf(management)).toEqual([]);
});

test('where the policy may not be read, the server alone decides what waits', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout', name: 'Checkout' });
  await management.send('PUT', 'policy', { policy: { requiredApprovals: 1 } });
  await page.route('**/policy', (route) =>
    route.fulfill({ status: 403, json: { code: 7, message: 'not for you', details: [] } }),
  );
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags`);
  await signInWithToken(page, await management.createToken('editor'));
  await page.getByRole('switch').click();
  await expect(page.getByText('Waits for review.')).toBeVisible();
  await expect(page.getByRole('switch')).toBeChecked();
  expect(await changesOf(management)).toMatchObject([{ state: 'PENDING_REVIEW' }]);
});

test('a review says that a policy is about some flags only', async ({ page, management }) => {
  const { namespaceKey } = management;
  const token = await management.createToken('editor');
  await management.createFlag({ key: 'checkout', name: 'Checkout' });
  for (const appliesTo of [{ keys: ['checkout'] }, { tags: ['critical'] }, undefined]) {
    const policy = { requiredApprovals: 1, ...(appliesTo && { appliesTo }) };
    await management.send('PUT', 'policy', { policy });
    await page.goto('about:blank');
    await page.goto(`/#/namespaces/${namespaceKey}/flags`);
    await signInWithToken(page, token);
    await page.getByRole('switch').click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review).toContainText(`Changes of ${namespaceKey} need 1 approval.`);
    const scoped = review.getByText('Those that its policy is not about are saved at once.');
    await expect(scoped).toHaveCount(appliesTo === undefined ? 0 : 1);
  }
});

test('every form of what a policy is about asks for review, and no other form does', async ({
  page,
  management,
}) => {
  for (const key of ['checkout', 'search', 'payments'])
    await management.createFlag({ key, ...(key === 'payments' && { metadata: { tags: ['critical'] } }) });
  await management.createVariant('checkout', { key: 'blue' });
  await management.createSegment({ key: 'beta' });
  const appliesTo = { keys: ['checkout'], tags: ['critical'] };
  await management.send('PUT', 'policy', { policy: { requiredApprovals: 1, appliesTo } });
  const token = await management.createToken('editor');
  const open = (rest: string): Promise<unknown> =>
    page.goto(`/#/namespaces/${management.namespaceKey}/${rest}`);
  await open('flags/checkout');
  await signInWithToken(page, token);
  const asking = page.getByRole('button', { name: 'Ask for review' });
  // Details, and the default rule.
  await expect(asking).toHaveCount(2);
  await open('flags/checkout?variant=new');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Ask for review' })).toBeVisible();
  await open('flags/checkout?rule=new');
  await expect(
    page.getByRole('dialog', { name: 'New Rule' }).getByRole('button', { name: 'Ask for review' }),
  ).toBeVisible();

  await open('flags/payments');
  await expect(asking).toHaveCount(2);
  for (const [path, words] of [
    ['flags/search', 'Update'],
    ['segments/beta', 'Update'],
    ['flags/new', 'Create'],
  ] as const) {
    await open(path);
    await expect(page.getByRole('button', { name: words, exact: true }).first()).toBeVisible();
    await expect(asking).toHaveCount(0);
  }
  await page.getByLabel('Key', { exact: true }).fill('checkout');
  await expect(asking).toBeVisible();
});
