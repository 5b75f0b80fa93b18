import { type ReactElement, useState } from 'react';
import { fieldOf } from '@/api/api-error';
import { type Plan } from '@/lib/plan/plan';
import { useNotify } from '../notify';
import { usePlans } from '../plans';
import { useConflictQuestion } from './use-conflict-question';
import { type EditDraftOptions, useEditDraft } from './use-edit-draft';
import { type Editing, type FieldTexts, useEditing } from './use-editing';

interface StoredFormOptions<State, Values extends object> {
  /** What the page has read. */
  readonly stored: Values;
  readonly texts: FieldTexts<Values>;
  readonly labels: Readonly<Record<keyof Values, string>>;
  readonly isValid: (values: Values) => boolean;
  /** Reads anew what is edited; undefined when it is gone, of which the person was told. */
  readonly read: () => Promise<State | undefined>;
  readonly valuesOf: (state: State) => Values;
  /** What saving does, from the state that was read last; undefined where the values cannot be saved. */
  readonly planOf: (state: State, values: Values) => Plan | undefined;
  readonly success: string;
  /** Completes "You are not allowed to …". */
  readonly action: string;
  /** True where each field shows its own of `serverErrors`; a message tells of them elsewhere. */
  readonly showsServerErrors?: boolean;
  /** What is kept of it while somebody signs in again. */
  readonly draft: EditDraftOptions<Values>;
  /** What leaves the form: another page, or also another state of the same page for a form in a drawer. */
  readonly scope?: 'page' | 'drawer';
}

export interface StoredForm<Values> {
  readonly editing: Editing<Values>;
  /** True where it goes on with what was entered before a sign-in, in it or in a form opened from it. */
  readonly isResumed: boolean;
  /** The name of its draft. */
  readonly draft: string;
  readonly isSaving: boolean;
  readonly canSave: boolean;
  /** What the server said about a field, by its name. */
  readonly serverErrors: Partial<Record<keyof Values, string>>;
  readonly save: (options?: { readonly review?: boolean }) => Promise<boolean>;
  /** Settles what changed elsewhere while it was edited here. */
  readonly showConflicts: () => Promise<void>;
  /** A question that is open. */
  readonly dialog: ReactElement | undefined;
}

/**
 * A form over something that is stored: read again before it is saved, so that nothing that somebody else saved
 * meanwhile is overwritten unasked.
 */
export function useStoredForm<State, Values extends object>({
  stored,
  texts,
  labels,
  isValid,
  read,
  valuesOf,
  planOf,
  success,
  action,
  showsServerErrors = false,
  draft,
  scope = 'page',
}: StoredFormOptions<State, Values>): StoredForm<Values> {
  const plans = usePlans();
  const notify = useNotify();
  const editing = useEditing(stored, texts);
  const { ask, dialog } = useConflictQuestion(labels);
  const [isSaving, setSaving] = useState(false);
  const [serverErrors, setServerErrors] = useState<StoredForm<Values>['serverErrors']>({});
  const canSave = editing.isDirty && isValid(editing.values);

  const showServerError = (error: Error): boolean => {
    const field = fieldOf(error);
    if (!showsServerErrors || field === undefined || !(field in labels)) return false;
    setServerErrors({ [field]: error.message } as StoredForm<Values>['serverErrors']);
    return true;
  };

  const saveFresh = async (review: boolean): Promise<boolean> => {
    const freshest = await read();
    if (freshest === undefined) return false;
    const now = valuesOf(freshest);
    const choices = await ask(editing.conflictsWith(now));
    if (choices === undefined) return false;
    const values = editing.settle(now, choices);
    const plan = isValid(values) ? planOf(freshest, values) : undefined;
    if (plan === undefined) return false;
    const outcome = await plans.run(plan, { review, success, action, handles: showServerError });
    if (outcome === 'cancelled' || outcome.failure !== undefined) return false;
    editing.saved(values);
    return true;
  };

  const save: StoredForm<Values>['save'] = async ({ review = false } = {}) => {
    if (!canSave || isSaving) return false;
    setSaving(true);
    setServerErrors({});
    try {
      return await saveFresh(review);
    } catch (error) {
      if (error instanceof Error) notify.error(error.message, error);
      return false;
    } finally {
      setSaving(false);
    }
  };

  const isResumed = useEditDraft(editing, { ...draft, save, scope });

  return {
    editing,
    isResumed,
    draft: draft.name,
    isSaving,
    canSave,
    serverErrors,
    save,
    showConflicts: async () => {
      const choices = await ask(editing.conflicts);
      if (choices !== undefined) editing.settle(stored, choices);
    },
    dialog,
  };
}
