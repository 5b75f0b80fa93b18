import { type RestoredDraftOptions, useRestoredDraft } from './restored-draft';
import { type DirtyForm, useUnsavedGuard } from './unsaved-guard';

interface UnsavedFormOptions<Kept> extends RestoredDraftOptions<Kept> {
  /** Saves the form; true when that worked. Undefined where it cannot be saved from outside. */
  readonly save: (() => Promise<boolean>) | undefined;
  /** What leaves the form, see {@link useUnsavedGuard}. */
  readonly scope?: DirtyForm['scope'];
}

/**
 * What every form does that is saved: leaving it asks before input is lost, and a sign-in brings the input back.
 *
 * @returns as {@link useRestoredDraft} does.
 */
export function useUnsavedForm<Kept>({ save, scope = 'page', ...draft }: UnsavedFormOptions<Kept>): boolean {
  const isResumed = useRestoredDraft(draft);
  useUnsavedGuard(draft.values !== undefined, save, { scope });
  return isResumed;
}
