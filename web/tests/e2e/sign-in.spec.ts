import { authenticated, logInAtProvider, oidcTest, PROVIDER } from './support/authentication';
import { expect, test } from './support/test';

test.use(authenticated);

test('the page is there for anybody, where the server wants to know who calls', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#root')).toBeAttached();
});

oidcTest(
  '7, 1: the page is there after a login at a provider, with a session that it cannot read',
  async ({ page, context }) => {
    await page.goto('/');
    const authorizeUrl = await page.evaluate(async (path) => {
      const answer = await fetch(path);
      const { authorizeUrl: url } = (await answer.json()) as { readonly authorizeUrl: string };
      return url;
    }, `auth/v1/method/oidc/${PROVIDER}/authorize`);
    await page.goto(authorizeUrl);
    await logInAtProvider(page, 'alice');
    await expect(page.locator('#root')).toBeAttached();
    const session = expect.objectContaining({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(await context.cookies()).toContainEqual(session);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await page.evaluate(async () => (await fetch('auth/v1/self')).status)).toBe(200);
  },
);
