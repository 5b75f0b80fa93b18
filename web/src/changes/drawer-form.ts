import { useEffect, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { type ZodMiniType } from '@/lib/zod';
import { useUnsavedForm } from './unsaved-form';

interface DrawerFormOptions<Values> {
  /** What the draft is kept under: which form of which thing it is. */
  readonly draft: string;
  /** Reads what was kept; what it refuses is not restored. */
  readonly schema: ZodMiniType<Values>;
  readonly onClose: () => void;
  /** Saves the form when the person leaves it by "Save"; true when that worked. */
  readonly save?: () => Promise<boolean>;
}

/**
 * A form in a drawer: what is typed outlives a session that has ended, and is not lost otherwise
 * without a question.
 *
 * @returns what closes the drawer after the form was saved: nothing is lost then.
 */
export function useDrawerForm<Values extends FieldValues>(
  { control, reset, formState }: UseFormReturn<Values>,
  { draft, schema, onClose, save }: DrawerFormOptions<Values>,
): () => void {
  const [isSaved, setSaved] = useState(false);
  const values = useWatch({ control });
  const isDirty = formState.isDirty && !isSaved;
  useUnsavedForm({
    name: draft,
    schema,
    values: isDirty ? values : undefined,
    restore: (kept) => {
      reset(kept, { keepDefaultValues: true });
    },
    save,
    scope: 'drawer',
  });

  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    // Only now does the guard know that nothing is lost.
    if (isSaved) close.current();
  }, [isSaved]);
  return () => {
    setSaved(true);
  };
}
