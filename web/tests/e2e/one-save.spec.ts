import { type Locator, type Page } from '@playwright/test';
import { type Management } from './support/management';
import { expect, test } from './support/test';

interface Revisions {
  readonly revisions: readonly { readonly revision: string; readonly message?: string }[];
}

/** What each save says in the history, the latest first. */
async function messagesOf(management: Management): Promise<readonly (string | undefined)[]> {
  const { revisions } = await management.get<Revisions>('revisions?limit=100');
  return revisions.map(({ message }) => message);
}

/** Does one task of the page, and finds exactly one more revision, of that message. */
async function expectOne(management: Management, message: string, task: () => Promise<void>): Promise<void> {
  const before = await messagesOf(management);
  await task();
  await expect.poll(() => messagesOf(management)).toEqual([message, ...before]);
}

const open = (page: Page, { namespaceKey }: Management, rest: string): Promise<unknown> =>
  page.goto(`/#/namespaces/${namespaceKey}/${rest}`);

async function dismiss(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}

async function chooseSegment(form: Locator, key: string): Promise<void> {
  await form.getByRole('combobox', { name: 'Segments' }).fill(key);
  await form.page().getByRole('option', { name: key }).first().click();
  await form.page().keyboard.press('Tab');
}

test('each save of a flag is one revision of the server', async ({ page, management }) => {
  await management.createSegment({ key: 'everyone' });
  await management.createSegment({ key: 'staff' });

  await open(page, management, 'flags/new');
  await expectOne(management, 'Create flag checkout', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Checkout');
    await page.getByRole('button', { name: 'New Variant' }).click();
    const variant = page.getByRole('group', { name: 'Variant 1', exact: true });
    await variant.getByLabel('Key', { exact: true }).fill('blue');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page).toHaveURL(/\/flags\/checkout$/);
  });

  await expectOne(management, 'Enable checkout', async () => {
    await page.getByRole('switch', { name: 'Enabled' }).click();
    await dismiss(page, 'checkout enabled');
  });

  const details = page.getByRole('region', { name: 'Details' });
  await expectOne(management, 'Update flag checkout', async () => {
    await details.getByLabel('Name').fill('The checkout');
    await details.getByLabel('Description').fill('One page');
    await details.getByRole('button', { name: 'Update' }).click();
    await dismiss(page, 'Successfully updated flag');
    // The form has nothing to lose any more.
    await expect(details.getByRole('button', { name: 'Reset' })).toHaveAttribute('aria-disabled', 'true');
  });

  await open(page, management, 'flags/checkout?variant=new');
  await expectOne(management, 'Create variant green of checkout', async () => {
    const drawer = page.getByRole('dialog', { name: 'New Variant' });
    await drawer.getByLabel('Key', { exact: true }).fill('green');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await expect(drawer).toBeHidden();
  });

  for (const [position, segment] of ['everyone', 'staff'].entries()) {
    await open(page, management, 'flags/checkout?rule=new');
    await expectOne(management, `Create rule ${position + 1} of checkout`, async () => {
      const drawer = page.getByRole('dialog', { name: 'New Rule' });
      await chooseSegment(drawer, segment);
      await drawer.getByRole('radio', { name: 'Multi-Variate' }).click();
      await drawer.getByRole('button', { name: 'Create' }).click();
      await expect(drawer).toBeHidden();
    });
  }
  expect(await management.get('flags/checkout/rules')).toMatchObject({
    rules: [{ distributions: [{ rollout: 50 }, { rollout: 50 }] }, { distributions: [{}, {}] }],
  });

  await expectOne(management, 'Reorder the rules of checkout', async () => {
    await page.getByRole('button', { name: 'Move Rule staff' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
  });
  expect(await management.get('flags/checkout/rules')).toMatchObject({
    rules: [{ segmentKey: 'staff' }, { segmentKey: 'everyone' }],
  });

  await expectOne(management, 'Delete rule 1 of checkout', async () => {
    await page.getByTestId('rule-menu-button').first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await dismiss(page, 'Successfully deleted rule');
  });
  expect(await management.get('flags/checkout/rules')).toMatchObject({ rules: [{ segmentKey: 'everyone' }] });

  await expectOne(management, 'Delete flag checkout', async () => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/flags$/);
  });

  // Undo is a revert of that revision, and one more.
  const before = await messagesOf(management);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await dismiss(page, 'Undone: Delete flag checkout');
  expect(await messagesOf(management)).toHaveLength(before.length + 1);
  expect(await management.get('flags/checkout')).toMatchObject({
    name: 'The checkout',
    variants: [{ key: 'blue' }, { key: 'green' }],
  });
});

test('a segment and its constraints are one revision each', async ({ page, management }) => {
  await open(page, management, 'segments/new');
  await expectOne(management, 'Create segment beta', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Beta');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page).toHaveURL(/\/segments\/beta/);
  });
  for (const property of ['country', 'plan']) {
    await open(page, management, 'segments/beta?constraint=new');
    await expectOne(management, `Create constraint on ${property} of beta`, async () => {
      const drawer = page.getByRole('dialog', { name: 'New Constraint' });
      await drawer.getByLabel('Property').fill(property);
      await drawer.getByRole('textbox', { name: 'Value', exact: true }).fill('DE');
      await drawer.getByRole('button', { name: 'Create' }).click();
      await expect(drawer).toBeHidden();
    });
  }
  expect(await management.get('segments/beta')).toMatchObject({
    constraints: [{ property: 'country' }, { property: 'plan' }],
  });
});
