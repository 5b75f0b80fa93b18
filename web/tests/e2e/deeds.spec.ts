import { expect, test } from './support/test';
import { authorized } from './support/authentication';
import { arrangeDeeds, deedsIn, roles } from './support/deeds';
import { findControl, locate } from './support/find-control';
import { closeAll } from './support/press-controls';
import { signInWithToken } from './support/sign-in';
import { type Page } from '@playwright/test';

test.use(authorized);

// Seconds on a quiet machine.
test.setTimeout(300_000);

/** The control is there, and opens what it should. */
async function expectAllowed(page: Page, deed: string, way: string): Promise<void> {
  const [control = '', opens] = wayOf(way);
  const found = await findControl(page, control);
  await expect(found, deed).toBeVisible();
  await expect(found, deed).toBeEnabled();
  if (opens === undefined) return;
  await found.click();
  await expect(locate(page, opens), deed).toBeVisible();
}

/** The control cannot be pressed. */
async function expectDenied(page: Page, deed: string, way: string): Promise<void> {
  const [control = ''] = wayOf(way);
  const found = await findControl(page, control);
  if (way.startsWith('! ')) await expect(found, deed).toHaveCount(0);
  else await expect(found, deed).toBeDisabled();
}

const wayOf = (way: string): readonly string[] => way.replace(/^! /, '').split(' → ');

for (const [rank, role] of roles.entries()) {
  test(`what takes the role ${role} is at hand in it, and what takes the next one is not`, async ({
    page,
    management,
  }) => {
    const places = await arrangeDeeds(management);
    const named = role === 'editor of one namespace' ? `viewer, ${places.here}:editor` : role;
    await management.createToken('viewer', `job of ${places.here}`);
    await page.goto('/#/settings');
    await signInWithToken(page, await management.createToken(named));
    const above = roles[rank + 1];
    for (const [path, deeds] of Object.entries(deedsIn(places))) {
      const address = `/#/${path}`;
      const back = async (): Promise<void> => {
        await closeAll(page);
        if (!page.url().endsWith(address)) await page.goto(address);
      };
      const allowed = Object.entries(deeds[role] ?? {});
      const denied = Object.entries((above && deeds[above]) ?? {});
      if (allowed.length + denied.length === 0) continue;
      await page.goto(address);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      for (const [deed, way] of allowed) {
        await expectAllowed(page, deed, way);
        await back();
      }
      for (const [deed, way] of denied) {
        await expectDenied(page, deed, way);
        await back();
      }
    }
  });
}
