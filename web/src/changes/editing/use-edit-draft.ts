import { useEffect, useRef } from 'react';
import { useDraft } from '../drafts';
import * as z from '@/lib/zod';
import { type Editing } from './use-editing';

export interface EditDraftOptions<Values> {
  /** Which form of which thing it is. */
  readonly name: string;
  /** Reads what was kept of any fields; what it refuses is not restored. */
  readonly fields: z.ZodMiniType<Partial<Values>>;
}

/**
 * Keeps what is entered while somebody signs in again, and goes on with it (dashboard.md AU-9).
 *
 * @returns true where there was something to go on with when the form was opened.
 */
export function useEditDraft<Values extends object>(
  editing: Editing<Values>,
  { name, fields }: EditDraftOptions<Values>,
): boolean {
  const kept = useDraft(name, editing.isDirty ? editing.edits : undefined);
  const restore = useRef((from: unknown): void => {
    const { success, data } = z.safeParse(z.object({ entered: fields, base: fields }), from);
    if (success) editing.restore(data);
  });
  useEffect(() => {
    restore.current(kept);
  }, [kept]);
  return kept !== null;
}
