import { plansCopy as copy } from '@/copy/plans';
import { type Rollout } from '../model';
import { type Plan } from './plan';
import { planRolloutCreate, planRolloutDelete, type RolloutScene } from './rollout-plans';
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
export function planOverride(scene: RolloutScene, value: boolean, { user, date }: OverrideAuthor): Plan {
  const draft = {
    type: 'THRESHOLD_ROLLOUT_TYPE',
    description: copy.overrideDescription(user, date),
    threshold: { percentage: 100, value },
  } as const;
  return { ...planRolloutCreate(scene, draft, 0), title: copy.override(scene.flag.key, boolText(value)) };
}

type ThresholdRollout = Extract<Rollout, { readonly type: 'THRESHOLD_ROLLOUT_TYPE' }>;

/** Ends an override; what the flag answered before is back. */
export function planRemoveOverride(scene: RolloutScene, override: Rollout): Plan {
  return { ...planRolloutDelete(scene, override), title: copy.removeOverride(scene.flag.key) };
}

/** The override on top of a flag, if there is one. */
export function overrideOf(rollouts: readonly Rollout[]): ThresholdRollout | undefined {
  const [first] = rollouts;
  if (first?.type !== 'THRESHOLD_ROLLOUT_TYPE' || first.threshold.percentage !== 100) return undefined;
  return first.description.startsWith(copy.overridePrefix) ? first : undefined;
}
