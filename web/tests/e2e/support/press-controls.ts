import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { type Management } from './management';

export const ENABLED = ':not([aria-disabled=true]):not(:disabled):visible';

/** Why a call may be refused though the caller may make it: what is there has changed since the page looked. */
const refusedByState: ReadonlySet<string> = new Set(['EDIT_IMPOSSIBLE', 'CHANGE_CLOSED']);

/** google.rpc.Code.FAILED_PRECONDITION */
const FAILED_PRECONDITION = 9;

/** Makes what {@link pagesOf} show. */
export async function makeThings(management: Management): Promise<void> {
  await management.createSegment({ key: 'beta' });
  await management.createConstraint('beta', {
    type: 'STRING_COMPARISON_TYPE',
    property: 'country',
    operator: 'eq',
    value: 'DE',
  });
  await management.createFlag({ key: 'checkout', type: 'BOOLEAN_FLAG_TYPE' });
  await management.createRollout('checkout', { rank: 1, segment: { segmentKeys: ['beta'], value: true } });
  await management.createFlag({ key: 'theme' });
  await management.createVariant('theme', { key: 'dark' });
}

/** Where a person may look around. */
export const pagesOf = (namespaceKey: string): readonly string[] => [
  '#/onboarding',
  `#/namespaces/${namespaceKey}/flags`,
  `#/namespaces/${namespaceKey}/flags/checkout`,
  `#/namespaces/${namespaceKey}/flags/checkout/history`,
  `#/namespaces/${namespaceKey}/flags/theme`,
  `#/namespaces/${namespaceKey}/segments`,
  `#/namespaces/${namespaceKey}/segments/beta`,
  `#/namespaces/${namespaceKey}/health`,
  `#/compare?left=${namespaceKey}&right=default`,
  '#/settings/namespaces',
  '#/settings/tokens',
];

/** Collects what the server refuses a page because of who asks, of a policy, or of being read-only. */
export class Refusals {
  private readonly looking: Promise<void>[] = [];
  private found: string[] = [];

  constructor(page: Page) {
    page.on('response', (answer) => {
      if (answer.status() >= 400) this.looking.push(this.look(answer));
    });
  }

  /** Those since the last call. */
  async take(): Promise<readonly string[]> {
    await Promise.all(this.looking.splice(0));
    const { found } = this;
    this.found = [];
    return found;
  }

  private async look(answer: Response): Promise<void> {
    const text = await answer.text().catch(() => '');
    const isRefused = [401, 403].includes(answer.status()) || isRefusedPrecondition(text);
    if (isRefused) this.found.push(`${answer.request().method()} ${answer.url()} ${answer.status()} ${text}`);
  }
}

function isRefusedPrecondition(text: string): boolean {
  if (!text.startsWith('{')) return false;
  const { code, details = [] } = JSON.parse(text) as { code?: number; details?: { reason?: string }[] };
  return code === FAILED_PRECONDITION && !details.some(({ reason = '' }) => refusedByState.has(reason));
}

/**
 * Presses every button of a page that can be pressed, and does with each what `then` does.
 *
 * @returns how many it pressed.
 */
export async function pressEach(
  page: Page,
  path: string,
  then: (control: string) => Promise<void>,
): Promise<number> {
  const main = page.getByRole('main');
  const enabled = main.locator(`button${ENABLED}`);
  const open = async (): Promise<void> => {
    await page.goto(`/${path}`);
    // The page may ask what becomes of unsaved input, or still show what the press before has opened.
    const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' });
    await expect(async () => {
      if (await discard.isVisible()) await discard.click();
      else await closeAll(page);
      await expect(main.getByRole('heading').first()).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.waitForLoadState('networkidle');
  };
  await open();
  const count = await enabled.count();
  let pressed = 0;
  for (let index = 0; index < count; index++) {
    const control = enabled.nth(index);
    const before = page.url();
    const press = async (): Promise<boolean> =>
      control.click({ timeout: 1000 }).then(
        () => true,
        () => false,
      );
    // What the press before has opened may come late and lie over the page, or have taken the control away.
    if (!(await press())) {
      await closeAll(page);
      if ((await enabled.count()) <= index) break;
      if (!(await press())) continue;
    }
    pressed++;
    await then(`button ${index + 1}`);
    await closeAll(page);
    if (page.url() !== before) await open();
  }
  return pressed;
}

/** Closes what lies over the page; what is being sent closes when that is done. */
export async function closeAll(page: Page): Promise<void> {
  const open = page
    .locator(':is([role=menu], [role=listbox], [role=dialog], [role=alertdialog]):visible')
    .first();
  for (let turn = 0; turn < 5 && (await open.isVisible()); turn++) {
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'hidden', timeout: 300 }).catch(() => undefined);
  }
}

/** The writes that an open menu or dialog offers. Views are kept in the browser. */
export function writesOffered(page: Page): Locator {
  const offers = `:is([role=menuitem], [role=dialog] button[type=submit], [role=alertdialog] button)${ENABLED}`;
  return page.locator(offers).filter({
    hasNotText: 'Save this view',
    hasText: /Delete|Create|Save|Update|Duplicate|Serve|Turn|Copy to|Add|Import/,
  });
}
