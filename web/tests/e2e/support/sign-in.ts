import { expect, type Page } from '@playwright/test';

/** Signs in with an API token on the page of the login, which the page has come to. */
export async function signInWithToken(page: Page, token: string, namespaceKey = ''): Promise<void> {
  await page.getByLabel('API token').fill(token);
  await page.getByLabel('Namespace').fill(namespaceKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeHidden();
}

/** Signs out by the user menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

/** Everything that the page has stored in the browser, and its address. */
export async function traces(page: Page): Promise<string> {
  const stored = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      history.state,
      document.cookie,
      new XMLSerializer().serializeToString(document),
    ]),
  );
  return `${page.url()} ${stored}`;
}
