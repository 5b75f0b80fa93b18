import { plansCopy as copy } from '@/copy/plans';
import { type Variant } from '../model';
import { type VariantValues } from './drafts';
import { flagChanges } from './flag-part-words';
import { contentsState } from './flag-state';
import { type Plan } from './plan';
import { type BasedFlag, planFlagState } from './state-plans';
import { withVariantKeys } from './variant-keys';
import { changedFields } from './words';

/** Creates a variant. */
export function planVariantCreate(contents: BasedFlag, values: VariantValues): Plan {
  return planFlagState(contents, { title: copy.create(titleOf(contents, values)) }, (flag) => ({
    ...flag,
    variants: [...flag.variants, values],
  }));
}

/** Changes a variant; with another key, rules and the default variant follow. */
export function planVariantUpdate(contents: BasedFlag, variant: Variant, values: VariantValues): Plan {
  const before = contentsState(contents);
  const renamed = withVariantKeys(before, (key) => (key === variant.key ? values.key : key));
  const variants = renamed.variants.map((each) => (each.key === values.key ? values : each));
  const after = { ...renamed, variants };
  // To the server the one of the new key is another variant. Told is what somebody did.
  const changes = [
    ...changedFields(copy.variant(variant.key), [
      { name: copy.subjects.key, before: variant.key, after: values.key },
    ]),
    ...flagChanges(renamed, after),
  ];
  return planFlagState(contents, { title: copy.update(titleOf(contents, variant)), changes }, () => after);
}

/** Deletes a variant, and its shares of rules with it. */
export function planVariantDelete(contents: BasedFlag, variant: Variant): Plan {
  return planFlagState(contents, { title: copy.delete(titleOf(contents, variant)) }, (flag) =>
    withVariantKeys(flag, (key) => (key === variant.key ? undefined : key)),
  );
}

function titleOf({ flag }: BasedFlag, { key }: Pick<Variant, 'key'>): string {
  return copy.of(copy.variant(key), flag.key);
}
