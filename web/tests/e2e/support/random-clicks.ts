import { type Locator, type Page, type Request } from '@playwright/test';
import { type Random, wholeNumber } from '../../../../test/support/random';
import { ENABLED } from './press-controls';
import { validText } from './valid-text';

/** Fields with text of their own; one that chooses from a list is pressed like a button. */
const FIELD = `:is(input:not([type=file], [type=checkbox], [type=radio], [type=range], [role=combobox]), textarea, [contenteditable=true]):not([aria-hidden=true], [readonly])${ENABLED}`;

const roles = [
  'option',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'switch',
  'radio',
  'checkbox',
  'tab',
];

const withRoles = roles.map((role) => `[role=${role}]`).join(', ');

const BUTTON = `:is(button, summary, input[role=combobox], input[type=file], ${withRoles}):not([aria-hidden=true])${ENABLED}`;

/** Links that lead away from the dashboard are not followed. */
const LINK = 'a[href^="#"]:visible';

const DIALOG = ':is([role=dialog], [role=alertdialog])';

/** What lies over the page, the topmost last. */
const LAYER = `:is([role=menu], [role=listbox], ${DIALOG}):visible`;

/** How often it stays in the page itself, saves, goes on in a dialog, fills in, follows a link and closes a layer. */
const chances = { main: 0.9, save: 0.4, confirm: 0.6, fill: 0.15, link: 0.15, close: 0.05 } as const;

/** After so many controls it goes on somewhere else, so that it comes everywhere. */
const STRETCH = 20;

/** How long a press, and the answers to what it asks the server for, are waited for, in milliseconds. */
const patience = { press: 700, enter: 5_000, answers: 3_000, pause: 20 } as const;

const ENDS_SESSION = 'Sign out';

/** Presses controls of the dashboard at random, and fills fields in with what is valid. */
export class RandomClicks {
  /** What was pressed and where, the latest last. */
  readonly trail: string[] = [];
  private readonly unanswered = new Set<Request>();
  private stretch = 0;

  /**
   * @param begin Opens a place to go on from.
   * @param document What is chosen where a file is asked for.
   */
  constructor(
    private readonly page: Page,
    private readonly random: Random,
    private readonly begin: () => Promise<void>,
    document: string,
  ) {
    page.on('request', (request) => this.unanswered.add(request));
    page.on('requestfinished', (request) => this.unanswered.delete(request));
    page.on('requestfailed', (request) => this.unanswered.delete(request));
    page.on('dialog', (dialog) => void dialog.accept());
    page.on('filechooser', (chooser) => {
      const buffer = Buffer.from(document);
      void chooser.setFiles({ name: 'flags.json', mimeType: 'application/json', buffer });
    });
  }

  /** Presses so many controls, one after another. @param then Done after each. */
  async press(count: number, then: () => Promise<void>): Promise<void> {
    while (this.trail.length < count) {
      if (this.stretch === 0) {
        await this.begin();
        this.stretch = STRETCH;
      }
      const isPressed = await this.pressOne();
      // What cannot be pressed is covered by what is about to go, or nothing is left there.
      this.stretch = Math.max(0, this.stretch - (isPressed ? 1 : STRETCH / 4));
      await this.settle();
      await then();
    }
  }

  private async pressOne(): Promise<boolean> {
    const layer = this.page.locator(LAYER).last();
    const isCovered = await layer.isVisible();
    if (isCovered && this.random() < chances.close) await this.page.keyboard.press('Escape');
    const place = (await layer.isVisible())
      ? layer
      : this.page.locator(this.random() < chances.main ? 'main' : 'body');
    if (this.random() < chances.fill && (await this.fill(await this.oneOf(place.locator(FIELD)))))
      return true;
    const wanted = await this.senderIn(place);
    const others = [BUTTON, LINK];
    if (this.random() < chances.link) others.reverse();
    let control = wanted;
    for (const other of others) control ??= await this.oneOf(place.locator(other));
    if (control === undefined) {
      await this.page.keyboard.press('Escape');
      return false;
    }
    const name = await nameOf(control);
    if (name.includes(ENDS_SESSION)) return false;
    if (wanted !== undefined) await this.fillAll(wanted);
    const isPressed = await control.click({ timeout: patience.press }).then(
      () => true,
      () => false,
    );
    if (isPressed) this.note(name);
    return isPressed;
  }

  /** What saves a form or goes on in a dialog: most would be left unsaved if it were not preferred. */
  private async senderIn(place: Locator): Promise<Locator | undefined> {
    const confirms = place.and(this.page.locator(DIALOG)).locator(`button${ENABLED}`);
    if ((await confirms.count()) > 0 && this.random() < chances.confirm) return confirms.last();
    return this.random() < chances.save ? this.oneOf(place.locator(`[type=submit]${ENABLED}`)) : undefined;
  }

  /** Fills in what is empty of the form that a control sends. */
  private async fillAll(control: Locator): Promise<void> {
    const form = control.locator('xpath=ancestor::*[self::form or @role="dialog" or @role="alertdialog"][1]');
    for (const field of await form.locator(FIELD).all()) {
      if ((await field.inputValue({ timeout: patience.press }).catch(() => 'gone')) === '')
        await this.fill(field);
    }
  }

  private async fill(field: Locator | undefined): Promise<boolean> {
    if (field === undefined) return false;
    const text = await validText(field, this.trail.length);
    const isFilled = await enter(field, text).then(
      () => true,
      () => false,
    );
    if (isFilled) this.note(`${await nameOf(field)} = ${text}`);
    return isFilled;
  }

  private async oneOf(controls: Locator): Promise<Locator | undefined> {
    const count = await controls.count();
    return count === 0 ? undefined : controls.nth(wholeNumber(this.random, 0, count - 1));
  }

  private note(text: string): void {
    this.trail.push(`${this.trail.length + 1}. ${new URL(this.page.url()).hash}: ${text}`);
  }

  /** Waits for the answers to what was asked for, and for the page to show them. */
  private async settle(): Promise<void> {
    const end = Date.now() + patience.answers;
    do await this.page.waitForTimeout(patience.pause);
    while (this.unanswered.size > 0 && Date.now() < end);
    await this.page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
  }
}

/** Enters a text as people do where an editor shows what is entered. */
async function enter(field: Locator, text: string): Promise<void> {
  if ((await field.getAttribute('contenteditable', { timeout: patience.press })) === null) {
    await field.fill(text, { timeout: patience.press });
    return;
  }
  await field.press('ControlOrMeta+a', { timeout: patience.press });
  await field.press('Delete', { timeout: patience.press });
  await field.pressSequentially(text, { timeout: patience.enter });
}

/** What a control is and says, as in `button New Flag`. */
function nameOf(control: Locator): Promise<string> {
  return control
    .evaluate(
      (element: HTMLElement & Partial<Pick<HTMLInputElement, 'labels'>>) => {
        const text = element.ariaLabel ?? (element.labels?.[0] ?? element).textContent;
        return `${element.role ?? element.localName} ${text.trim().slice(0, 60)}`;
      },
      undefined,
      { timeout: patience.press },
    )
    .catch(() => 'gone');
}
