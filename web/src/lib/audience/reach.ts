import { type AudienceRollout, type AudienceRule } from './audience-flag';
import { effectivePercentage } from './buckets';
import { reachOf, type SegmentLookup } from './selection';

/** Why nobody comes to a rule or rollout, or is held by it. */
export type Obstacle =
  /** An earlier one holds everyone. */
  | 'unreachable'
  /** An earlier threshold is at least as large. */
  | 'covered'
  /** All of its segments are missing. */
  | 'missing';

/** How far a rollout reaches. */
export interface RolloutReach {
  /** Percent of the entities that it decides for; of a segment rollout: of the entities in its segments. */
  readonly share: number;
  /** True when segment rollouts before it take an unknown part, so that `share` is a share of the rest. */
  readonly isOfTheRest: boolean;
  readonly obstacle: Obstacle | undefined;
}

/**
 * What each threshold of a stack of thresholds really reaches, in percent: they share one hash, so a 20 % followed by
 * a 50 % threshold reaches the first 20 % and the next 30 %.
 */
export function thresholdReach(percentages: readonly number[]): readonly number[] {
  let covered = 0;
  return percentages.map((percentage) => {
    const effective = effectivePercentage(percentage);
    const reached = Math.max(0, effective - covered);
    covered = Math.max(covered, effective);
    return reached;
  });
}

/** How far each rollout of a flag reaches, by rank. */
export function rolloutReach(
  rollouts: readonly AudienceRollout[],
  segments: SegmentLookup,
): readonly RolloutReach[] {
  let covered = 0;
  let isOfTheRest = false;
  return rollouts.map((rollout): RolloutReach => {
    if (covered === 100) return { share: 0, isOfTheRest, obstacle: 'unreachable' };
    if (rollout.type === 'THRESHOLD_ROLLOUT_TYPE') {
      const effective = effectivePercentage(rollout.threshold.percentage);
      const share = Math.max(0, effective - covered);
      const obstacle = share === 0 && covered > 0 ? 'covered' : undefined;
      covered = Math.max(covered, effective);
      return { share, isOfTheRest, obstacle };
    }
    const reach = reachOf(rollout.segment, segments);
    if (reach === 'never') return { share: 0, isOfTheRest, obstacle: 'missing' };
    const answer: RolloutReach = { share: 100 - covered, isOfTheRest, obstacle: undefined };
    if (reach === 'always') covered = 100;
    else isOfTheRest = true;
    return answer;
  });
}

/** What keeps each rule of a flag from deciding for anyone, by rank. */
export function ruleObstacles(
  rules: readonly Pick<AudienceRule, 'segmentKeys' | 'segmentOperator'>[],
  segments: SegmentLookup,
): readonly (Obstacle | undefined)[] {
  let isCovered = false;
  return rules.map((rule) => {
    const reach = reachOf(rule, segments);
    if (reach === 'never') return 'missing';
    if (isCovered) return 'unreachable';
    isCovered = reach === 'always';
    return undefined;
  });
}
