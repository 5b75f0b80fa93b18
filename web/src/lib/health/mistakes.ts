import { type DecidingFlag, type KnownSegments } from '@pennon/state';
import { type ProbedSegment } from '../constraints';
import { flagFindings } from './flag-findings';
import { isDead, type HealthFinding } from './health-finding';
import { segmentFindings } from './segment-findings';

/**
 * What of a flag does not do what its author meant, among the findings of its namespace.
 *
 * @param isOverridden Whether the first rollout is an override. It hides the others for a while, which is meant, and
 *   nobody is to be told to delete them for it.
 */
export function flagMistakes(
  flag: DecidingFlag & { readonly key: string },
  segments: KnownSegments,
  isOverridden: boolean,
): readonly HealthFinding[] {
  const place = { about: 'flag', flagKey: flag.key } as const;
  const overrides = isOverridden ? 1 : 0;
  const below = { ...flag, rollouts: flag.rollouts.slice(overrides) };
  return flagFindings(below, segments).map((finding) =>
    'position' in finding
      ? { ...finding, ...place, position: finding.position + overrides }
      : { ...finding, ...place },
  );
}

/** The constraints of a segment that match nobody, among the findings of its namespace. */
export function segmentMistakes(key: string, segment: ProbedSegment): readonly HealthFinding[] {
  const place = { about: 'segment', segmentKey: key } as const;
  return segmentFindings(segment)
    .filter(isDead)
    .map((finding) => ({ ...finding, ...place }));
}
