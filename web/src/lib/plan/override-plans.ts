import { plansCopy as copy } from '@/copy/plans';
import { type Rollout } from '../model';
import { type Plan } from './plan';
import { rolloutPlans } from './rollout-plans';
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
export function planOverride(contents: BasedFlag, value: boolean, { user, date }: OverrideAuthor): Plan {
  const draft = {
    type: 'THRESHOLD_ROLLOUT_TYPE',
    description: copy.overrideDescription(user, date),
    threshold: { percentage: 100, value },
  } as const;
  return {
    ...rolloutPlans.create(contents, draft, 0),
    title: copy.override(contents.flag.key, boolText(value)),
  };
}

/** Ends an override; what the flag answered before is back. */
export function planRemoveOverride(contents: BasedFlag, override: Rollout): Plan {
  return { ...rolloutPlans.delete(contents, override), title: copy.removeOverride(contents.flag.key) };
}
