import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { fieldOf } from '@/api/api-error';
import { readFlag } from '@/api/flags';
import { type Flag, type Variant } from '@/api/types';
import { useNotify, usePlans } from '@/changes';
import { type Editing, useConflictQuestion, useEditDraft, useEditing } from '@/changes/editing';
import { flagCopy } from '@/copy/flag';
import { planVariantCreate, planVariantUpdate, type VariantValues } from '@/lib/plan';
import {
  noVariant,
  problemsOf,
  valuesOf,
  variantFields,
  variantLabels,
  variantTexts,
} from './variant-values';

export interface VariantForm {
  readonly editing: Editing<VariantValues>;
  /** What is wrong, by field: said here once the field was left, or by the server. */
  readonly problems: Partial<Record<keyof VariantValues, string>>;
  readonly isSaving: boolean;
  readonly canSave: boolean;
  readonly save: () => Promise<boolean>;
  readonly onKeyLeft: () => void;
  readonly showConflicts: () => Promise<void>;
  readonly dialog: ReactElement | undefined;
}

interface VariantFormOptions {
  readonly flag: Flag;
  readonly variant: Variant | undefined;
  readonly original: Variant | undefined;
  readonly onClose: () => void;
}

/** The form of a variant: what it holds, and how it is saved. */
export function useVariantForm({ flag, variant, original, onClose }: VariantFormOptions): VariantForm {
  const copy = flagCopy.variant;
  const client = useQueryClient();
  const plans = usePlans();
  const notify = useNotify();
  const stored = variant === undefined ? noVariant : valuesOf(variant);
  const begun = original === undefined ? {} : { ...valuesOf(original), key: '' };
  const editing = useEditing(stored, variantTexts, begun);
  const { ask, dialog } = useConflictQuestion(variantLabels);
  const [isSaving, setIsSaving] = useState(false);
  const [isKeyTouched, setIsKeyTouched] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [serverProblems, setServerProblems] = useState<VariantForm['problems']>({});

  const others = flag.variants.filter(({ id }) => id !== variant?.id);
  const problems = problemsOf(
    editing.values,
    others.map(({ key }) => key),
  );
  const isRight = Object.keys(problems).length === 0;
  const canSave = isRight && (variant === undefined || editing.isDirty);

  const planOf = async (): Promise<ReturnType<typeof planVariantUpdate> | undefined> => {
    if (variant === undefined) return planVariantCreate(flag, editing.values);
    const freshest = await readFlag(client, flag.namespaceKey, flag.key);
    const now = freshest.variants.find(({ id }) => id === variant.id);
    // Deleted meanwhile: the server says so.
    if (now === undefined) return planVariantUpdate(freshest, variant, editing.values);
    const choices = await ask(editing.conflictsWith(valuesOf(now)));
    return choices && planVariantUpdate(freshest, now, editing.settle(valuesOf(now), choices));
  };

  const save = async (): Promise<boolean> => {
    if (!canSave || isSaving) return false;
    setIsSaving(true);
    setServerProblems({});
    try {
      const plan = await planOf();
      if (plan === undefined) return false;
      const outcome = await plans.run(plan, {
        success: variant === undefined ? copy.created : copy.updated,
        action: flagCopy.actions.update,
        handles: (error) => {
          const field = fieldOf(error);
          if (field === undefined || !(field in variantLabels)) return false;
          setServerProblems({ [field]: error.message });
          return true;
        },
      });
      if (outcome === 'cancelled' || outcome.failure !== undefined) return false;
      editing.reset();
      setIsDone(true);
      return true;
    } catch (error) {
      if (error instanceof Error) notify.error(error.message, error);
      return false;
    } finally {
      setIsSaving(false);
    }
  };

  useEditDraft(editing, {
    name: `flag/${flag.namespaceKey}/${flag.key}/variant/${variant?.id ?? 'new'}`,
    fields: variantFields,
    save,
    scope: 'drawer',
    isDone,
  });
  // After the guard has let go: closing is a step in the address, which it would hold up.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);

  return {
    editing,
    problems: { ...visible(problems, isKeyTouched || editing.values.key !== ''), ...serverProblems },
    isSaving,
    canSave,
    save,
    onKeyLeft: () => {
      setIsKeyTouched(true);
    },
    showConflicts: async () => {
      const choices = await ask(editing.conflicts);
      if (choices !== undefined) editing.settle(stored, choices);
    },
    dialog,
  };
}

/** A key that was not entered yet is not wrong yet. */
function visible(problems: VariantForm['problems'], isKeyTouched: boolean): VariantForm['problems'] {
  const { key, ...rest } = problems;
  return isKeyTouched && key !== undefined ? { key, ...rest } : rest;
}
