import { type ReactElement } from 'react';
import { healthCopy } from '@/copy/health';
import { targetingCopy } from '@/copy/targeting';
import { isDead } from '@/lib/health/health-finding';
import { segmentFindings } from '@/lib/health/segment-findings';
import { type Segment } from '@/lib/model';
import { FindingList } from './finding-list';

interface SegmentFindingsProps {
  readonly segmentKeys: readonly string[];
  readonly segments: ReadonlyMap<string, Segment>;
}

/** What of the segments of a rule or rollout does not do what its author meant. */
export function SegmentFindings({ segmentKeys, segments }: SegmentFindingsProps): ReactElement {
  return <FindingList findings={findingsOf(segmentKeys, segments)} />;
}

function findingsOf(
  segmentKeys: readonly string[],
  segments: ReadonlyMap<string, Segment>,
): readonly string[] {
  return segmentKeys.flatMap((segmentKey) => {
    const segment = segments.get(segmentKey);
    if (segment === undefined) return [];
    if (segment.constraints.length === 0) return [targetingCopy.everyoneIn(segmentKey)];
    const dead = segmentFindings(segment).filter(isDead);
    return dead.map((finding) => healthCopy.sentence({ ...finding, about: 'segment', segmentKey }, false));
  });
}
