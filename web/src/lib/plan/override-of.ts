import { plansCopy as copy } from '@/copy/plans';
import { type Rollout } from '../model';

type ThresholdRollout = Extract<Rollout, { readonly type: 'THRESHOLD_ROLLOUT_TYPE' }>;

/** The override on top of a flag, if there is one. */
export function overrideOf(rollouts: readonly Rollout[]): ThresholdRollout | undefined {
  const [first] = rollouts;
  if (first?.type !== 'THRESHOLD_ROLLOUT_TYPE' || first.threshold.percentage !== 100) return undefined;
  return first.description.startsWith(copy.overridePrefix) ? first : undefined;
}
