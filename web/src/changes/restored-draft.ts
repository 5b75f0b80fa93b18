import { useEffect, useRef, useState } from 'react';
import type * as z from '@/lib/zod';
import { hasDraft, useDraft } from './drafts';

export interface RestoredDraftOptions<Kept> {
  /** Which form of which thing it is; a form that is opened from another one begins with its name and `/`. */
  readonly name: string;
  /** Reads what was kept; what it refuses is not restored. */
  readonly schema: z.ZodMiniType<Kept>;
  /** What is kept; undefined while there is nothing to lose. */
  readonly values: object | undefined;
  /** Goes on with what was kept, when the form is opened. */
  readonly restore: (kept: Kept) => void;
}

/**
 * Keeps what is entered into a form while somebody signs in again, and goes on with it.
 *
 * @returns true where there was something to go on with when the form was opened, in it or in one opened from it.
 */
export function useRestoredDraft<Kept>({
  name,
  schema,
  values,
  restore,
}: RestoredDraftOptions<Kept>): boolean {
  const [isResumed] = useState(() => hasDraft(name));
  const kept = useDraft(name, values);
  const read = useRef((from: unknown): void => {
    const { success, data } = schema.safeParse(from);
    if (success) restore(data);
  });
  useEffect(() => {
    read.current(kept);
  }, [kept]);
  return isResumed;
}
