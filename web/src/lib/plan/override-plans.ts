import { type RolloutState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Rollout } from '../model';
import { type Plan } from './plan';
import { rolloutPlans } from './step-plans';
import { type BasedFlag } from './state-plans';
import { boolText } from './words';

/** Who overrides a flag, and when, as its description says. */
export interface OverrideAuthor {
  readonly user: string;
  /** As in `2026-11-20`. */
  readonly date: string;
}

/**
 * Serves one value to everyone from a boolean flag: a threshold of 100 % on top, with the other rollouts untouched.
 */
export function planOverride(flag: BasedFlag, value: boolean, { user, date }: OverrideAuthor): Plan {
  const override: RolloutState = {
    description: copy.overrideDescription(user, date),
    step: { type: 'threshold', percent: 100, value },
  };
  return { ...rolloutPlans.create(flag, override, 0), title: copy.override(flag.key, boolText(value)) };
}

/** Ends an override; what the flag answered before is back. */
export function planRemoveOverride(flag: BasedFlag, override: Rollout): Plan {
  return { ...rolloutPlans.delete(flag, override), title: copy.removeOverride(flag.key) };
}
