import { useEffect, useRef } from 'react';
import { useDraft } from '@/changes';
import type * as z from '@/lib/zod';

interface EntryDraftOptions<Values> {
  /** Which form it is. */
  readonly name: string;
  /** Reads what was kept; what it refuses is not restored. */
  readonly fields: z.ZodMiniType<Partial<Values>>;
  /** What is kept; undefined while there is nothing to lose. */
  readonly entered: Values | undefined;
  readonly restore: (kept: Partial<Values>) => void;
}

/** Keeps what is entered into a form that holds it itself while somebody signs in again (dashboard.md AU-9). */
export function useEntryDraft<Values extends object>({
  name,
  fields,
  entered,
  restore,
}: EntryDraftOptions<Values>): void {
  const kept = useDraft(name, entered);
  const read = useRef((from: unknown): void => {
    const { success, data } = fields.safeParse(from);
    if (success) restore(data);
  });
  useEffect(() => {
    read.current(kept);
  }, [kept]);
}
