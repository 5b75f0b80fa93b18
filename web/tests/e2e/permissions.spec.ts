import { type Page } from '@playwright/test';
import { authorized, FIRST_TOKEN } from './support/authentication';
import { makeThings, pagesOf, pressEach, Refusals, writesOffered } from './support/press-controls';
import { signInWithToken } from './support/sign-in';
import { expect, ownServerTest, test } from './support/test';

test.use(authorized);

async function signIn(page: Page, path: string, token: string): Promise<void> {
  await page.goto(`/${path}`);
  await signInWithToken(page, token);
}

test('a viewer comes to the flags, and sees no first steps', async ({ page, management }) => {
  await signIn(page, '', await management.createToken('viewer'));
  await expect(page).toHaveURL(/#\/namespaces\/[^/]+\/flags$/);
  const newFlag = page.getByRole('button', { name: 'New Flag' }).first();
  await expect(newFlag).toBeDisabled();
  await expect(newFlag).toHaveAccessibleDescription(/^You are not allowed to create flags in /);
  await page.goto('/#/onboarding');
  await expect(page.getByRole('heading', { name: 'Onboarding' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Create a flag' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /sample data/ })).toHaveCount(0);
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/new`);
  const reason = `You are not allowed to create flags in ${management.namespaceKey}.`;
  await expect(page.getByText(reason).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled();
});

test('an admin comes to the first steps', async ({ page }) => {
  await signIn(page, '', FIRST_TOKEN);
  await expect(page.getByRole('heading', { name: 'Create a flag' })).toBeVisible();
});

test('rights in one namespace count there alone', async ({ page, management }) => {
  const { namespaceKey } = management;
  await management.createFlag({ key: 'here' });
  await signIn(
    page,
    `#/namespaces/${namespaceKey}/flags`,
    await management.createToken(`viewer, ${namespaceKey}:editor`),
  );
  await expect(page.getByRole('button', { name: 'New Flag' })).toBeEnabled();
  await page.goto('/#/namespaces/default/segments');
  await expect(page.getByRole('button', { name: 'New Segment' }).first()).toBeDisabled();
  await page.goto('/#/settings/namespaces');
  await expect(page.getByRole('button', { name: 'New Namespace' })).toBeDisabled();
  await expect(page.getByRole('button', { name: `Delete ${namespaceKey}` })).toBeDisabled();
  await expect(page.getByRole('link', { name: `Edit Namespace: ${namespaceKey}` })).toHaveCount(0);
  await page.goto(`/#/compare?left=${namespaceKey}&right=default`);
  await expect(page.getByRole('button', { name: 'Copy here to default' })).toBeDisabled();
  await page.goto('/#/settings/tokens');
  await expect(page.getByRole('button', { name: 'New Token' })).toBeDisabled();
});

test('no control that a viewer can press is refused', async ({ page, management }) => {
  test.slow();
  await makeThings(management);
  const refusals = new Refusals(page);
  await signIn(page, '', await management.createToken('viewer'));
  await refusals.take();
  let pressed = 0;
  for (const path of pagesOf(management.namespaceKey)) {
    pressed += await pressEach(page, path, async (control) => {
      expect(await writesOffered(page).allInnerTexts(), `${path}: ${control}`).toEqual([]);
    });
  }
  expect(pressed).toBeGreaterThan(20);
  expect(await refusals.take()).toEqual([]);
});

test('whoever may read other namespaces is led to them from one that they may not read', async ({
  page,
  management,
}) => {
  const { namespaceKey } = management;
  await signIn(
    page,
    `#/namespaces/${namespaceKey}/flags`,
    await management.createToken(`${namespaceKey}:editor`),
  );
  await expect(page.getByRole('heading', { name: 'Flags' })).toBeVisible();
  await page.goto('/#/namespaces/default/flags');
  await expect(page.getByText('You are not allowed to read namespace "default".')).toBeVisible();
  await expect(page.getByText(/^Choose another namespace at the top/)).toBeVisible();
  await expect(page.getByLabel('Open namespace…')).toHaveCount(0);
});

/** Forms that have an address of their own, which may be typed. */
const formsOf = (namespaceKey: string): readonly string[] => [
  `namespaces/${namespaceKey}/flags/new`,
  `namespaces/${namespaceKey}/segments/new`,
  `namespaces/${namespaceKey}/segments/beta?constraint=new`,
  `namespaces/${namespaceKey}/flags/theme?variant=new`,
  `namespaces/${namespaceKey}/flags/theme?rule=new`,
  `namespaces/${namespaceKey}/flags/checkout?rollout=new`,
];

test('a form that a viewer opens by its address says why it cannot be sent', async ({ page, management }) => {
  const { namespaceKey } = management;
  await makeThings(management);
  await signIn(page, '', await management.createToken('viewer'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of formsOf(namespaceKey)) {
    await page.goto(`/#/${path}`);
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await expect(create, path).toHaveAttribute('aria-disabled', 'true');
    await expect(create, path).toHaveAccessibleDescription(/You are not allowed to /);
  }
});

test('no control that an editor can press where changes are reviewed is refused', async ({
  page,
  management,
}) => {
  test.slow();
  const { namespaceKey } = management;
  await makeThings(management);
  await management.send('PUT', 'policy', { policy: { requiredApprovals: 1 } });
  const refusals = new Refusals(page);
  await signIn(page, '', await management.createToken(`viewer, ${namespaceKey}:editor`));
  await refusals.take();
  const refused: string[] = [];
  let pressed = 0;
  for (const path of pagesOf(namespaceKey)) {
    pressed += await pressEach(page, path, async (control) => {
      refused.push(...(await refusals.take()).map((answer) => `${path}: ${control}: ${answer}`));
    });
  }
  expect(pressed).toBeGreaterThan(30);
  expect(refused).toEqual([]);
});

ownServerTest('no control of a read-only server is refused', async ({ page, server, management }) => {
  test.slow();
  await makeThings(management);
  await server.stop();
  await server.startAgain({ PENNON_STORAGE_READ_ONLY: 'true' });
  const refusals = new Refusals(page);
  const refused: string[] = [];
  let pressed = 0;
  for (const path of pagesOf(management.namespaceKey)) {
    pressed += await pressEach(page, path, async (control) => {
      expect(await writesOffered(page).allInnerTexts(), `${path}: ${control}`).toEqual([]);
      refused.push(...(await refusals.take()).map((answer) => `${path}: ${control}: ${answer}`));
    });
  }
  expect(pressed).toBeGreaterThan(20);
  expect(refused).toEqual([]);
});
