import { flagCopy } from '@/copy/flag';
import { type Plan } from './plan';
import { type BasedFlag, planFlagState } from './state-plans';

/** Removes what of a flag only the other type uses. */
export function planRemoveLeftovers(flag: BasedFlag): Plan {
  const { key, type } = flag;
  return planFlagState(flag, { title: flagCopy.leftovers.title(key) }, (state) =>
    type === 'variant'
      ? { ...state, rollouts: [] }
      : { ...state, rules: [], variants: [], defaultVariantKey: undefined },
  );
}
