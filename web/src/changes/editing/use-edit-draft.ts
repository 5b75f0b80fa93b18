import * as z from '@/lib/zod';
import { useRestoredDraft } from '../restored-draft';
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
  return useRestoredDraft({
    name,
    schema: z.object({ entered: fields, base: fields }),
    values: editing.isDirty ? editing.edits : undefined,
    restore: (kept) => {
      editing.restore(kept);
    },
  });
}
