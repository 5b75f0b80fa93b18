import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has. */
const STOPS = 200;

/** Goes from stop to stop until the focus is on the target, as people do who have no pointer. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS; stop++) {
    if (await target.evaluate(isFocused)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never comes to ${target.toString()}`);
}

/** The JSON editor stands in a shadow root, which has a focus of its own. */
function isFocused(element: Element): boolean {
  const root = element.getRootNode();
  return (root instanceof ShadowRoot ? root : document).activeElement === element;
}

/** Goes to a button and presses it, once it can be pressed: one that waits for data takes the focus before. */
export async function press(page: Page, name: string, within: Page | Locator = page): Promise<void> {
  const button = within.getByRole('button', { name, exact: true });
  await tabTo(page, button);
  await expect(button).toBeEnabled();
  await page.keyboard.press('Enter');
}

/** Opens the page of a flag or a segment by the palette. */
export async function openByPalette(page: Page, key: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search flags, segments, namespaces, pages and actions' });
  await expect(field).toBeFocused();
  await page.keyboard.type(key);
  await expect(field).toHaveValue(key);
  await expect(page.getByRole('option').first()).toContainText(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Two keys, one after the other, that lead to a section. */
export async function goTo(page: Page, key: string, heading: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Goes to a field and types over what is in it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

/** Opens a list of options, goes to one by its first letters, and takes it. */
export async function choose(page: Page, list: Locator, option: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.press('Enter');
  const wanted = page.getByRole('option', { name: option });
  await expect(wanted).toBeVisible();
  await page.keyboard.type(option);
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
}
