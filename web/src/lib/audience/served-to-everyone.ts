import { type AudienceFlag } from './audience-flag';

/** The value that the first rollout of a boolean flag gives to everyone, as an override does; undefined for others. */
export function servedToEveryone({ flag, rollouts: [first] }: AudienceFlag): boolean | undefined {
  if (flag.type !== 'BOOLEAN_FLAG_TYPE' || first?.type !== 'THRESHOLD_ROLLOUT_TYPE') return undefined;
  return first.threshold.percentage === 100 ? first.threshold.value : undefined;
}
