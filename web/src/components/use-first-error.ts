import { type RefObject, useCallback, useRef } from 'react';

/** Sends the focus to the first field of a form that says what is wrong with it. */
export function useFirstError(): {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly focusFirstError: () => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const focusFirstError = useCallback(() => {
    // The errors are shown by the next frame.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    });
  }, []);
  return { form, focusFirstError };
}
