import { type Page } from '@playwright/test';

/** Has the server say that the caller may do something else, or that nobody may do anything. */
export async function changeRights(
  page: Page,
  rights: { readonly readOnly?: boolean; readonly refused?: readonly string[] },
): Promise<void> {
  await page.route('**/ui/capabilities', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...rights } });
  });
}

/** Has the server say that its data is changed elsewhere, as one with declarative storage does. */
export async function makeReadOnly(page: Page): Promise<void> {
  await changeRights(page, { readOnly: true });
}
