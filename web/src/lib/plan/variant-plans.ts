import { type VariantState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { flagChanges } from './flag-part-words';
import { type Plan } from './plan';
import { type BasedFlag, planFlagState } from './state-plans';
import { withVariantKeys } from './variant-keys';
import { changedFields } from './words';

/** Creates a variant. */
export function planVariantCreate(flag: BasedFlag, values: VariantState): Plan {
  return planFlagState(flag, { title: copy.create(titleOf(flag, values)) }, (state) => ({
    ...state,
    variants: [...state.variants, values],
  }));
}

/** Changes a variant; with another key, rules and the default variant follow. */
export function planVariantUpdate(flag: BasedFlag, variant: VariantState, values: VariantState): Plan {
  const renamed = withVariantKeys(flag, (key) => (key === variant.key ? values.key : key));
  const variants = renamed.variants.map((each) => (each.key === values.key ? values : each));
  const after = { ...renamed, variants };
  // To the server the one of the new key is another variant. Told is what somebody did.
  const changes = [
    ...changedFields(copy.variant(variant.key), [
      { name: copy.subjects.key, before: variant.key, after: values.key },
    ]),
    ...flagChanges(renamed, after),
  ];
  return planFlagState(flag, { title: copy.update(titleOf(flag, variant)), changes }, () => after);
}

/** Deletes a variant, and its shares of rules with it. */
export function planVariantDelete(flag: BasedFlag, variant: VariantState): Plan {
  return planFlagState(flag, { title: copy.delete(titleOf(flag, variant)) }, (state) =>
    withVariantKeys(state, (key) => (key === variant.key ? undefined : key)),
  );
}

function titleOf(flag: BasedFlag, { key }: Pick<VariantState, 'key'>): string {
  return copy.of(copy.variant(key), flag.key);
}
