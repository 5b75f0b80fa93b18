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

test('1.3: the first key of a field already counts for whoever leaves', async ({ page, management }) => {
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

test('1.3: the first key in a drawer, and in an editor of JSON, already counts', async ({
  page,
  management,
}) => {
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
