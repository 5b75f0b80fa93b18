import { type ThresholdStep } from '@pennon/domain';
import { type RolloutState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';

/** A rollout that overrides a flag. */
export type Override<Rollout> = Rollout & { readonly step: ThresholdStep };

/** The override on top of a flag, if there is one. */
export function overrideOf<Rollout extends RolloutState>([first]: readonly Rollout[]):
  | Override<Rollout>
  | undefined {
  if (first === undefined || !first.description.startsWith(copy.overridePrefix)) return undefined;
  const { step } = first;
  return step.type === 'threshold' && step.percent === 100 ? { ...first, step } : undefined;
}
