import { type RolloutStep, type SegmentSelection, THRESHOLD_BUCKETS, thresholdWidth } from '@pennon/domain';
import type { KnownSegments } from './known-segments';
import { coversBefore, existing, isWithin, reachOf } from './reach';

/** Why a rule or rollout decides for nobody. */
export type Obstacle =
  /** Earlier ones decide for everybody. */
  | 'unreachable'
  /** An earlier threshold is at least as wide. */
  | 'covered'
  /** None of its segments exists. */
  | 'missing';

/** How far a rollout reaches behind those before it. */
export interface RolloutReach {
  /** Percent, 0–100, of the entities that it decides for; of a segment rollout: of the entities in its segments. */
  readonly share: number;
  /** True when segment rollouts before it take an unknown part, so that `share` is a share of the rest. */
  readonly isOfTheRest: boolean;
  /** What keeps it from deciding; also undefined for a first threshold of 0%, which nothing is in the way of. */
  readonly obstacle: Obstacle | undefined;
}

/**
 * How far each rollout of a boolean flag reaches, by rank. Thresholds nest: 50% behind 20% reaches the next 30%.
 */
export function rolloutReach(
  steps: readonly RolloutStep[],
  segments: KnownSegments,
): readonly RolloutReach[] {
  const covers = coversBefore(steps, segments);
  let isOfTheRest = false;
  return steps.map((step, index): RolloutReach => {
    // Of a hundred buckets, so it is percent too.
    const covered = covers[index]?.width ?? 0;
    if (covered === THRESHOLD_BUCKETS) return { share: 0, isOfTheRest, obstacle: 'unreachable' };
    if (step.type === 'threshold') {
      const share = Math.max(0, thresholdWidth(step.percent) - covered);
      return { share, isOfTheRest, obstacle: share === 0 && covered > 0 ? 'covered' : undefined };
    }
    const reach = reachOf(step, segments);
    if (reach === 'never') return { share: 0, isOfTheRest, obstacle: 'missing' };
    const answer = { share: THRESHOLD_BUCKETS - covered, isOfTheRest, obstacle: undefined };
    if (reach === 'sometimes') isOfTheRest = true;
    return answer;
  });
}

/** What keeps each rule of a variant flag from deciding for anyone, by rank. */
export function ruleObstacles(
  selections: readonly SegmentSelection[],
  segments: KnownSegments,
): readonly (Obstacle | undefined)[] {
  const deciding = decidingRules(selections, segments);
  return selections.map((selection, index) => {
    if (reachOf(selection, segments) === 'never') return 'missing';
    return deciding[index] === undefined ? undefined : 'unreachable';
  });
}

/** For each rule the place, from 0, of an earlier one that decides for all entities it is for; undefined for none. */
export function decidingRules(
  selections: readonly SegmentSelection[],
  segments: KnownSegments,
): readonly (number | undefined)[] {
  const rules = selections.map((selection) => ({
    known: existing(selection, segments),
    isForEverybody: reachOf(selection, segments) === 'always',
  }));
  return rules.map(({ known: inner }, index) => {
    const isAny = inner.segmentKeys.length > 0;
    const place = rules
      .slice(0, index)
      .findIndex(
        ({ known: outer, isForEverybody }) =>
          isForEverybody || (isAny && outer.segmentKeys.length > 0 && isWithin(inner, outer)),
      );
    return place < 0 ? undefined : place;
  });
}
