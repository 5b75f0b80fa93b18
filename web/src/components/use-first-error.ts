import { type RefObject, useEffect, useReducer, useRef } from 'react';

/** Sends the focus to the first field of a form that says what is wrong with it. */
export function useFirstError(): {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly focusFirstError: () => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const [tries, focusFirstError] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (tries === 0) return undefined;
    // The errors are rendered with this; what was held while the mouse was pressed follows in the next frame.
    const frame = requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [tries]);
  return { form, focusFirstError };
}
