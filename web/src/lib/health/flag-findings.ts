import { VARIANT_BUCKETS } from '@pennon/domain';
import {
  assignedBuckets,
  type DecidingFlag,
  type KnownSegments,
  type Obstacle,
  reachOf,
  rolloutReach,
  ruleObstacles,
  type RuleState,
} from '@pennon/state';
import { isRoundingGap } from '../audience';

/** Something of a flag that does not do what its author meant. */
export type FlagFinding =
  /** An earlier rule or rollout holds everyone, or an earlier threshold is as large. */
  | { readonly kind: 'unreachable'; readonly position: number }
  /** All of its segments are missing. */
  | { readonly kind: 'missing-segment'; readonly position: number }
  /** Enabled, and yet its rules serve nothing and there is no default variant. */
  | { readonly kind: 'nobody-served' }
  /** Percent of the matching entities that no share reaches. */
  | {
      readonly kind: 'share-gap';
      readonly position: number;
      readonly gap: number;
      readonly isRounding: boolean;
    };

/** The findings of one flag, from what the index knows of it. */
export function flagFindings(flag: DecidingFlag, segments: KnownSegments): readonly FlagFinding[] {
  return flag.type === 'variant' ? variantFindings(flag, segments) : rolloutFindings(flag, segments);
}

function variantFindings(flag: DecidingFlag, segments: KnownSegments): readonly FlagFinding[] {
  const { isEnabled, defaultVariantKey, rules } = flag;
  const obstacles = ruleObstacles(rules, segments);
  const servesNothing = rules.every(
    (rule) => reachOf(rule, segments) === 'never' || assignedBuckets(percentsOf(rule)) === 0,
  );
  return [
    ...(isEnabled && defaultVariantKey === undefined && servesNothing
      ? [{ kind: 'nobody-served' } as const]
      : []),
    ...obstacles.flatMap((obstacle, index) => obstacleFinding(obstacle, index + 1)),
    ...rules.flatMap((rule, index): readonly FlagFinding[] => {
      const percents = percentsOf(rule);
      const assigned = assignedBuckets(percents);
      if (percents.length === 0 || assigned >= VARIANT_BUCKETS) return [];
      const isRounding = isRoundingGap(percents);
      const gap = ((VARIANT_BUCKETS - assigned) * 100) / VARIANT_BUCKETS;
      return [{ kind: 'share-gap', position: index + 1, gap, isRounding }];
    }),
  ];
}

function percentsOf({ distributions }: RuleState): readonly number[] {
  return distributions.map(({ rolloutPercent }) => rolloutPercent);
}

function rolloutFindings({ rollouts }: DecidingFlag, segments: KnownSegments): readonly FlagFinding[] {
  const steps = rollouts.map(({ step }) => step);
  return rolloutReach(steps, segments).flatMap(({ obstacle }, index) => obstacleFinding(obstacle, index + 1));
}

function obstacleFinding(obstacle: Obstacle | undefined, position: number): readonly FlagFinding[] {
  if (obstacle === undefined) return [];
  return [{ kind: obstacle === 'missing' ? 'missing-segment' : 'unreachable', position }];
}
