import { type SegmentDocument } from '@pennon/snapshot';
import { type AudienceFlag } from '../audience';
import { probedSegment } from '../constraints';
import { severityOf, type HealthFinding } from './health-finding';
import { flagMistakes, segmentMistakes } from './mistakes';

/** What the index of a namespace knows. */
interface IndexFacts {
  readonly flags: readonly (AudienceFlag & { readonly key: string })[];
  /** The segments in use, by key. */
  readonly segments: ReadonlyMap<string, SegmentDocument>;
}

/**
 * The findings of severity error that the index alone tells of. A segment that nothing uses is not in it: what is wrong
 * there reaches nobody, and only the page of findings knows.
 */
export function namespaceErrors({ flags, segments }: IndexFacts): readonly HealthFinding[] {
  return [
    ...flags.flatMap((contents) => flagMistakes(contents, segments)),
    ...[...segments.values()].flatMap((segment) => segmentMistakes(segment.key, probedSegment(segment))),
  ].filter((finding) => severityOf(finding) === 'error');
}
