import { flagCopy } from '@/copy/flag';
import { type Plan } from './plan';
import { type BasedFlag, planFlagState } from './state-plans';

/** Removes what of a flag only the other type uses. */
export function planRemoveLeftovers(contents: BasedFlag): Plan {
  const { key, type } = contents.flag;
  return planFlagState(contents, { title: flagCopy.leftovers.title(key) }, (state) =>
    type === 'VARIANT_FLAG_TYPE'
      ? { ...state, rollouts: [] }
      : { ...state, rules: [], variants: [], defaultVariantKey: undefined },
  );
}
