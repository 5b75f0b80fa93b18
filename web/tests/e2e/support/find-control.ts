import { expect, type Locator, type Page } from '@playwright/test';

type AriaRole = Parameters<Page['getByRole']>[0];

/** Parts of a page in which the next step of a way is looked for. */
const parts: ReadonlySet<string> = new Set(['region', 'form', 'group', 'dialog']);

/**
 * Goes to a control as people do: by its role and name, and by those of what has to be pressed before it, as in
 * `button Actions > menuitem Delete`. In a part of a page the next step is looked for there alone; ` = ` fills a field
 * in; `*` stands for any text.
 *
 * @returns The control; that which is disabled on the way to it, where there is such a one.
 */
export async function findControl(page: Page, way: string): Promise<Locator> {
  const steps = way.split(' > ');
  const last = steps.pop() ?? '';
  let within: Page | Locator = page;
  for (const step of steps) {
    const [place = '', text] = step.split(' = ');
    const found = locate(within, place);
    if (parts.has(roleOf(place))) {
      within = found;
      continue;
    }
    within = page;
    await expect(found, way).toBeVisible();
    if (await found.isDisabled()) return found;
    if (text === undefined) await press(found, roleOf(place));
    else await found.fill(text);
  }
  return locate(within, last);
}

/** What has that role and name, as in `button Actions`. */
export function locate(within: Page | Locator, place: string): Locator {
  const role = roleOf(place);
  // Why an item of a menu is disabled stands in its name.
  const name = `${place.slice(role.length + 1)}${role === 'menuitem' ? '*' : ''}`;
  const pattern = name.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
  return within.getByRole(role as AriaRole, { name: new RegExp(`^${pattern}$`) });
}

function roleOf(place: string): string {
  return place.split(' ', 1)[0] ?? '';
}

/** What is open or chosen already stays so. */
async function press(control: Locator, role: string): Promise<void> {
  if (role === 'checkbox') await control.check();
  else if ((await control.getAttribute('aria-expanded')) !== 'true') await control.click();
}
