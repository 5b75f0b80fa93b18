import { useLayoutEffect } from 'react';
import { pressOf } from './keys';
import { currentPreferences } from './preferences';
import { type Shortcut, shortcuts } from './shortcuts';

/** How long the second key of `g f` may take, in milliseconds. */
const NEXT_KEY = 1_500;

/** Runs the registered shortcuts; mounted once. */
export function useShortcutKeys(): void {
  useLayoutEffect(() => {
    let first: { readonly press: string; readonly at: number } | undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const press = pressOf(event);
      if (press === undefined) return;
      const sequence =
        first !== undefined && Date.now() - first.at < NEXT_KEY ? `${first.press} ${press}` : press;
      const found = findShortcut(sequence, event) ?? findShortcut(press, event);
      first = undefined;
      if (found !== undefined) {
        event.preventDefault();
        found.run(event);
      } else if (beginsSequence(press)) {
        first = { press, at: Date.now() };
      }
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, []);
}

function findShortcut(keys: string, event: KeyboardEvent): Shortcut | undefined {
  const found = shortcuts.get().findLast((shortcut) => shortcut.keys === keys);
  if (found === undefined) return undefined;
  const isPlain = !/mod|alt/.test(keys);
  if (isPlain && (!currentPreferences().hasSingleKeys || isInLayer(event))) return undefined;
  return found.inFields === true || !isInField(event) ? found : undefined;
}

function beginsSequence(press: string): boolean {
  return shortcuts.get().some(({ keys }) => keys.startsWith(`${press} `));
}

/** True where keys write text. */
function isInField({ target }: KeyboardEvent): boolean {
  // Fields within a shadow root, as the JSON editor's, appear as the element that has it.
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.shadowRoot !== null || target.matches('input, textarea, select'))
  );
}

/** True within what lies over the page, where its keys mean nothing. */
function isInLayer({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  );
}
