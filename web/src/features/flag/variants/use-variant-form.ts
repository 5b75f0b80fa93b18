import { type VariantState } from '@pennon/state';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { shownFlag, useNotify } from '@/changes';
import { type Problems, type StoredForm, useStoredForm } from '@/changes/editing';
import { flagCopy } from '@/copy/flag';
import { type Flag, type Variant } from '@/lib/model';
import { type BasedFlag } from '@/lib/plan';
import {
  noVariant,
  problemsOf,
  valuesOf,
  variantFields,
  variantLabels,
  variantTexts,
} from './variant-values';

interface VariantForm extends StoredForm<VariantState> {
  /** What is wrong, by field: said here once the field was left, or by the server. */
  readonly problems: Problems<VariantState>;
  readonly onKeyLeft: () => void;
}

interface VariantFormOptions {
  readonly flag: Flag;
  /** Undefined for a new one. */
  readonly variant: Variant | undefined;
  /** What a new one begins as. */
  readonly original: Variant | undefined;
  /** Told when it is saved. */
  readonly onSaved: () => void;
}

/** The form of a variant: what it holds, and how it is saved. */
export function useVariantForm({ flag, variant, original, onSaved }: VariantFormOptions): VariantForm {
  const copy = flagCopy.variant;
  const client = useQueryClient();
  const notify = useNotify();
  const [isKeyTouched, setKeyTouched] = useState(false);
  const isNew = variant === undefined;
  const valuesOrNone = (stored: Variant | undefined): VariantState =>
    stored === undefined ? noVariant : valuesOf(stored);
  const others = flag.variants.filter(({ id }) => id !== variant?.id).map(({ key }) => key);
  const form = useStoredForm<{ readonly flag: BasedFlag; readonly shown: Variant | undefined }, VariantState>(
    {
      stored: valuesOrNone(variant),
      begun: original && { ...valuesOf(original), key: '' },
      isNew,
      texts: variantTexts,
      labels: variantLabels,
      onSaved,
      isValid: (values) => Object.keys(problemsOf(values, others)).length === 0,
      read: async () => {
        const contents = await shownFlag(client, flag.namespaceKey, flag.key);
        const shown = contents.variants.find(({ id }) => id === variant?.id);
        const isGone = !isNew && shown === undefined;
        if (isGone) notify.error(copy.gone);
        return isGone ? undefined : { flag: contents, shown };
      },
      valuesOf: ({ shown }) => valuesOrNone(shown),
      planOf: async ({ flag: contents, shown }, values) => {
        const { planVariantCreate, planVariantUpdate } = await import('@/lib/plan');
        return shown === undefined
          ? planVariantCreate(contents, values)
          : planVariantUpdate(contents, shown, values);
      },
      success: isNew ? copy.created : copy.updated,
      action: flagCopy.actions.update,
      showsServerErrors: true,
      draft: {
        name: `flag/${flag.namespaceKey}/${flag.key}/variant/${variant?.id ?? 'new'}`,
        fields: variantFields,
      },
      scope: 'drawer',
    },
  );
  const { values } = form.editing;
  const { key, ...rest } = problemsOf(values, others);
  // A key that was not entered yet is not wrong yet.
  const isKeyTold = key !== undefined && (isKeyTouched || values.key !== '');
  return {
    ...form,
    problems: { ...(isKeyTold && { key }), ...rest, ...form.serverErrors },
    onKeyLeft: () => {
      setKeyTouched(true);
    },
  };
}
