import { useEffect, useRef } from 'react';
import { createStore } from '@/lib/store';

/** A form with unsaved input. */
export interface DirtyForm {
  /** What leaves it: another page, or also another state of the same page for a form in a drawer. */
  readonly scope: 'page' | 'drawer';
  /** Saves it; true when that worked. Undefined where the form cannot be saved from outside. */
  readonly save: (() => Promise<boolean>) | undefined;
}

const forms = createStore<readonly DirtyForm[]>([]);

/** The forms with unsaved input, the one that was entered last at the end. */
export const dirtyForms = { get: forms.get, subscribe: forms.subscribe };

/**
 * Blocks leaving while `isDirty`: the person may keep editing, discard, or save where `save` is given. A form in a
 * drawer says so by its scope, as closing the drawer leaves it.
 */
export function useUnsavedGuard(
  isDirty: boolean,
  save?: () => Promise<boolean>,
  { scope = 'page' }: { readonly scope?: DirtyForm['scope'] } = {},
): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  const canSave = save !== undefined;
  useEffect(() => {
    if (!isDirty) return undefined;
    const form: DirtyForm = {
      scope,
      save: canSave ? () => latest.current?.() ?? Promise.resolve(false) : undefined,
    };
    forms.set([...forms.get(), form]);
    return () => {
      forms.set(forms.get().filter((other) => other !== form));
    };
  }, [isDirty, canSave, scope]);
}
