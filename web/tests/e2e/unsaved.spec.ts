import { type Page } from '@playwright/test';
import { type Management } from './support/management';
import { expect, test } from './support/test';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'You have unsaved changes' });

async function open(page: Page, { namespaceKey }: Management, path: string): Promise<void> {
  await page.goto(`/#/namespaces/${namespaceKey}/${path}`);
}

/** Follows a link of the sidebar as soon as a key has been heard, before the page gets to hear anything else. */
async function leaveAtNextInput(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: 'Console', exact: true, includeHidden: true })
    .evaluate((link: HTMLElement) => {
      const leave = async (): Promise<void> => {
        // Whatever the page does about the key at once; what it puts off comes after this.
        for (let turn = 0; turn < 50; turn++) await Promise.resolve();
        link.click();
      };
      addEventListener('input', () => void leave(), { once: true });
    });
}

test('the first key of a field already counts for whoever leaves', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout' });
  await open(page, management, 'flags/checkout');
  const description = page.getByLabel('Description').first();
  await description.focus();
  await leaveAtNextInput(page);
  await page.keyboard.press('x');
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/flags\/checkout$/);
  await expect(description).toHaveValue('x');
});

test('an address typed by hand asks as a link does, and Back leads back from there', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'checkout' });
  await open(page, management, 'flags/checkout');
  await expect(page.getByLabel('Description').first()).toBeVisible();
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await expect(page).toHaveURL(/segments$/);
  await page.goBack();
  const description = page.getByLabel('Description').first();
  await description.fill('x');
  await open(page, management, 'segments');
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/flags\/checkout$/);
  await expect(description).toHaveValue('x');
  await open(page, management, 'health');
  await question(page).getByRole('button', { name: 'Discard' }).click();
  // The address changes at once, and the page that is left shows until the next one is loaded.
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible();
  await page.goBack();
  await expect(description).toHaveValue('');
});

test('the first key in a drawer, and in an editor of JSON, already counts', async ({ page, management }) => {
  await management.createFlag({ key: 'checkout' });
  await open(page, management, 'flags/checkout?variant=new');
  const drawer = page.getByRole('dialog', { name: 'New Variant' });
  const attachment = drawer.getByRole('textbox', { name: 'Attachment' });
  for (const field of [drawer.getByLabel('Key'), attachment]) {
    await field.focus();
    await leaveAtNextInput(page);
    await page.keyboard.press('1');
    await expect(question(page)).toBeVisible();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Console' })).toBeVisible();
    await open(page, management, 'flags/checkout?variant=new');
  }
});

test('offline nothing can be written, what was entered stays, and it recovers by itself', async ({
  page,
  context,
  management,
  guard,
}) => {
  guard.tolerate(/ERR_INTERNET_DISCONNECTED/);
  await management.createFlag({ key: 'checkout', description: 'stored' });
  await page.goto(`/#/namespaces/${management.namespaceKey}/flags/checkout`);
  const details = page.getByRole('region', { name: 'Details' });
  const update = details.getByRole('button', { name: 'Update' });
  await details.getByLabel('Description').fill('entered');
  const enabled = page.getByRole('switch', { name: 'Enabled' }).first();
  // Parts that come after the page, such as lists to choose from, are there.
  await expect(page.getByTestId('variant-default-select-button')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.getByText('Connection lost. Showing the last loaded data.')).toBeVisible();
  for (const control of [update, enabled]) await expect(control).toHaveAttribute('aria-disabled', 'true');
  await expect(update).toHaveAccessibleDescription('Not available while the connection is lost');
  await update.press('Enter');
  await expect(details.getByLabel('Description')).toHaveValue('entered');

  await context.setOffline(false);
  await expect(page.getByText('Connection lost.')).toHaveCount(0);
  for (const control of [update, enabled]) await expect(control).not.toHaveAttribute('aria-disabled', 'true');
  await update.click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({ description: 'entered', enabled: true });
});

test('a part that cannot be loaded is said in words, and what was entered stays', async ({
  page,
  management,
  guard,
}) => {
  guard.tolerate(/ERR_FAILED/);
  await management.createFlag({ key: 'checkout', description: 'stored' });
  await open(page, management, 'flags/checkout');
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByLabel('Description').fill('entered');
  await page.route('**/assets/plan-*.js', (route) => route.abort());
  await details.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('A part of the dashboard could not be loaded.')).toBeVisible();
  await expect(details.getByLabel('Description')).toHaveValue('entered');
});

/** Opens a page from nowhere: leaving a form within the dashboard asks first, and so does the browser. */
async function openAnew(page: Page, management: Management, path: string): Promise<void> {
  page.removeAllListeners('dialog');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('about:blank');
  await open(page, management, path);
}

test('what was entered for rules and rollouts is there after the page was left to sign in', async ({
  page,
  management,
}) => {
  await management.createSegment({ key: 'everyone' });
  await management.createFlag({ key: 'colour' });
  await management.createVariant('colour', { key: 'blue' });
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  await management.createRollout('banner', { rank: 1, threshold: { percentage: 20, value: true } });
  const open = (place: string): Promise<void> => openAnew(page, management, `flags/${place}`);
  const newRule = page.getByRole('dialog', { name: 'New Rule' });
  const newRollout = page.getByRole('dialog', { name: 'New Rollout' });
  const rollout = page.getByRole('form', { name: 'Threshold Rollout 1' });

  await open('colour?rule=new');
  await newRule.getByRole('combobox', { name: 'Segments' }).fill('every');
  await page.getByRole('option', { name: 'everyone' }).click();
  await page.reload();
  await expect(newRule.getByRole('button', { name: 'Remove everyone' })).toBeVisible();

  await open('colour');
  const defaultRule = page.getByRole('form', { name: 'Default Rule' });
  await defaultRule.getByRole('combobox').click();
  await page.getByRole('option', { name: 'blue' }).click();
  await page.reload();
  await defaultRule.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated default variant')).toBeVisible();
  expect(await management.get('flags/colour')).toMatchObject({ defaultVariant: { key: 'blue' } });

  await open('banner');
  const defaultValue = page.getByRole('form', { name: 'Default value' });
  await defaultValue.getByRole('combobox').click();
  await page.getByRole('option', { name: 'False' }).click();
  await page.reload();
  await defaultValue.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated flag')).toBeVisible();
  expect(await management.get('flags/banner')).toMatchObject({ enabled: false });

  await page.getByRole('button', { name: '1 Threshold Rollout' }).click();
  await rollout.getByRole('textbox', { name: 'Percentage' }).fill('35');
  await page.reload();
  await expect(rollout.getByRole('textbox', { name: 'Percentage' })).toHaveValue('35');
  await rollout.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated rollout')).toBeVisible();

  await open('banner?rollout=new');
  await newRollout.getByRole('textbox', { name: 'Percentage' }).fill('60');
  await page.reload();
  await expect(newRollout.getByRole('textbox', { name: 'Percentage' })).toHaveValue('60');
  await newRollout.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Successfully created rollout')).toBeVisible();
  expect(await management.get('flags/banner/rollouts')).toMatchObject({
    rules: [{ threshold: { percentage: 35 } }, { threshold: { percentage: 60 } }],
  });
});

test('what was entered for a new flag is there after the page was left to sign in', async ({
  page,
  management,
}) => {
  await openAnew(page, management, 'flags/new?template=experiment');
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Checkout');
  await page.getByRole('textbox', { name: 'Description' }).fill('of the shop');
  await page.getByRole('textbox', { name: 'Tags' }).fill('web, shop');
  await page.getByRole('switch', { name: 'Enabled' }).click();
  await page.getByRole('button', { name: 'New Variant' }).click();
  const added = page.getByRole('group', { name: 'Variant 3' });
  await added.getByRole('textbox', { name: 'Key' }).fill('third');
  await page.getByRole('combobox', { name: 'Default variant' }).click();
  await page.getByRole('option', { name: 'third' }).click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('Checkout');
  await expect(added.getByRole('textbox', { name: 'Key' })).toHaveValue('third');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  expect(await management.get('flags/checkout')).toMatchObject({
    description: 'of the shop',
    enabled: true,
    metadata: { tags: ['web', 'shop'] },
    variants: [{ key: 'control' }, { key: 'treatment' }, { key: 'third' }],
    defaultVariant: { key: 'third' },
  });
  expect(await management.get('flags/checkout/rules')).toMatchObject({
    rules: [{ segmentKey: 'everyone', distributions: [{ rollout: 50 }, { rollout: 50 }] }],
  });
  // What was created is no draft of the next one.
  await openAnew(page, management, 'flags/new?template=experiment');
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('');
});

test('what was entered for segments is there after the page was left to sign in', async ({
  page,
  management,
}) => {
  await management.createFlag({ key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  const name = page.getByRole('textbox', { name: 'Name' });
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await openAnew(page, management, 'segments/new');
  await name.fill('Night owls');
  await page.getByRole('textbox', { name: 'Key' }).fill('owls');
  await page.getByRole('radio', { name: /^Any/ }).click();
  await page.reload();
  await expect(name).toHaveValue('Night owls');
  await create.click();
  await expect(page).toHaveURL(/segments\/owls$/);
  expect(await management.get('segments/owls')).toMatchObject({ matchType: 'ANY_MATCH_TYPE' });

  const description = page.getByRole('textbox', { name: 'Description' });
  const entity = page.getByRole('textbox', { name: 'Entity ID' });
  await description.fill('awake');
  await entity.fill('ann');
  await page.reload();
  await expect(description).toHaveValue('awake');
  await expect(entity).toHaveValue('ann');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated segment')).toBeVisible();

  await openAnew(page, management, 'segments/owls?constraint=new');
  const drawer = page.getByRole('dialog');
  const date = drawer.getByLabel('Date');
  await drawer.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Date and time' }).click();
  await drawer.getByRole('combobox', { name: 'Property' }).fill('seen');
  await date.fill('2026-03-04');
  await page.reload();
  await expect(date).toHaveValue('2026-03-04');
  await create.click();
  await expect(page.getByText('Successfully created constraint')).toBeVisible();
  const { constraints } = await management.get<{ constraints: readonly { id: string }[] }>('segments/owls');
  await openAnew(page, management, `segments/owls?constraint=${constraints[0]?.id}`);
  await date.fill('2026-05-06');
  await page.reload();
  await expect(date).toHaveValue('2026-05-06');
  await drawer.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Successfully updated constraint')).toBeVisible();
  expect(await management.get('segments/owls')).toMatchObject({
    description: 'awake',
    constraints: [{ property: 'seen', value: '2026-05-06' }],
  });

  await openAnew(page, management, 'flags/banner?rollout=new');
  const rollout = page.getByRole('dialog', { name: 'New Rollout' });
  await rollout.getByRole('radio', { name: 'Segment' }).click();
  await rollout.getByRole('button', { name: 'New Segment' }).click();
  const segment = page.getByRole('dialog', { name: 'New Segment' });
  await segment.getByRole('textbox', { name: 'Name' }).fill('Larks');
  await page.reload();
  await expect(segment.getByRole('textbox', { name: 'Name' })).toHaveValue('Larks');
  await segment.getByRole('button', { name: 'Create' }).click();
  await expect(rollout.getByRole('button', { name: 'Remove Larks' })).toBeVisible();
  await expect(rollout.getByText('Segment larks has no constraints: it matches everyone.')).toBeVisible();
});
