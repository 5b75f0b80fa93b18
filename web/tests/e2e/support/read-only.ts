import { type Page } from '@playwright/test';

/** Has the server say that its data is changed elsewhere, as one with declarative storage does. */
export async function makeReadOnly(page: Page): Promise<void> {
  await page.route('**/meta/info', async (route) => {
    const answer = await route.fetch();
    const info = (await answer.json()) as { readonly storage?: object };
    await route.fulfill({
      response: answer,
      json: { ...info, storage: { ...info.storage, readOnly: true } },
    });
  });
}
