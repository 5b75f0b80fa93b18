import * as z from '@/lib/zod';
import { useUnsavedForm } from '../unsaved-form';
import { type Editing } from './use-editing';

export interface EditDraftOptions<Values> {
  /** Which form of which thing it is. */
  readonly name: string;
  /** Reads what was kept of any fields; what it refuses is not restored. */
  readonly fields: z.ZodMiniType<Partial<Values>>;
}

interface EditFormOptions<Values> extends EditDraftOptions<Values> {
  /** Undefined where leaving does not offer to save it. */
  readonly save: (() => Promise<boolean>) | undefined;
  readonly scope: 'page' | 'drawer';
  /** True once it was saved, and nothing can be lost any more. */
  readonly isDone?: boolean;
}

/**
 * Keeps what is entered while somebody signs in again, and goes on with it. Leaving asks before it is
 * lost.
 *
 * @returns true where there was something to go on with when the form was opened.
 */
export function useEditDraft<Values extends object>(
  editing: Editing<Values>,
  { name, fields, save, scope, isDone = false }: EditFormOptions<Values>,
): boolean {
  return useUnsavedForm({
    name,
    schema: z.object({ entered: fields, base: fields }),
    values: editing.isDirty && !isDone ? editing.edits : undefined,
    restore: (kept) => {
      editing.restore(kept);
    },
    save,
    scope,
  });
}
