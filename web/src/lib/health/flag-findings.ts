import { VARIANT_BUCKETS } from '@pennon/domain';
import {
  assignedBuckets,
  isRoundingGap,
  reachOf,
  rolloutReach,
  ruleObstacles,
  type AudienceFlag,
  type SegmentLookup,
} from '../audience';

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
export function flagFindings(contents: AudienceFlag, segments: SegmentLookup): readonly FlagFinding[] {
  return contents.flag.type === 'VARIANT_FLAG_TYPE'
    ? variantFindings(contents, segments)
    : rolloutFindings(contents, segments);
}

function variantFindings(contents: AudienceFlag, segments: SegmentLookup): readonly FlagFinding[] {
  const { flag, rules } = contents;
  const obstacles = ruleObstacles(rules, segments);
  const servesNothing = rules.every(
    (rule) => reachOf(rule, segments) === 'never' || assignedBuckets(rule.distributions) === 0,
  );
  return [
    ...(flag.enabled && flag.defaultVariant === undefined && servesNothing
      ? [{ kind: 'nobody-served' } as const]
      : []),
    ...obstacles.flatMap((obstacle, index) => obstacleFinding(obstacle, index + 1)),
    ...rules.flatMap(({ distributions }, index): readonly FlagFinding[] => {
      const assigned = assignedBuckets(distributions);
      if (distributions.length === 0 || assigned >= VARIANT_BUCKETS) return [];
      const isRounding = isRoundingGap(distributions.map(({ rollout }) => rollout));
      const gap = ((VARIANT_BUCKETS - assigned) * 100) / VARIANT_BUCKETS;
      return [{ kind: 'share-gap', position: index + 1, gap, isRounding }];
    }),
  ];
}

function rolloutFindings({ rollouts }: AudienceFlag, segments: SegmentLookup): readonly FlagFinding[] {
  return rolloutReach(rollouts, segments).flatMap(({ obstacle }, index) =>
    obstacleFinding(obstacle, index + 1),
  );
}

function obstacleFinding(
  obstacle: ReturnType<typeof ruleObstacles>[number],
  position: number,
): readonly FlagFinding[] {
  if (obstacle === undefined) return [];
  return [{ kind: obstacle === 'missing' ? 'missing-segment' : 'unreachable', position }];
}
