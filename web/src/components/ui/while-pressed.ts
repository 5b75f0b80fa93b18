import { useState, useSyncExternalStore } from 'react';
import { createStore } from '@/lib/store';

/** Whether a button of the mouse, a finger or a pen is down. */
const pressed = createStore(false);

const press = (): void => {
  pressed.set(true);
};
const release = (): void => {
  pressed.set(false);
};

window.addEventListener('pointerdown', press, true);
// Before whoever is clicked hears of it, and may want to show what is wrong.
window.addEventListener('click', release, true);
for (const end of ['pointerup', 'pointercancel'] as const) {
  // Where no click comes of it, which would be by then.
  window.addEventListener(end, () => setTimeout(release), true);
}

/**
 * The value, or, while something is pressed, what it was when that began: what appears between the press and the
 * release moves what is pressed away, and the click is lost.
 */
export function useHeldWhilePressed<T>(value: T): T {
  const isPressed = useSyncExternalStore(pressed.subscribe, pressed.get);
  const [held, setHeld] = useState<{ readonly value: T }>();
  if (isPressed && held === undefined) setHeld({ value });
  if (!isPressed && held !== undefined) setHeld(undefined);
  return isPressed && held !== undefined ? held.value : value;
}
