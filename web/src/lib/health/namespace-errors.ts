import { type SegmentDocument } from '@pennon/snapshot';
import { type DecidingFlag, knownSegments, servedToEveryone } from '@pennon/state';
import { severityOf, type HealthFinding } from './health-finding';
import { flagMistakes, segmentMistakes } from './mistakes';

/** What the index of a namespace knows. */
interface IndexFacts {
  readonly flags: readonly (DecidingFlag & { readonly key: string })[];
  /** The segments in use, by key. */
  readonly segments: ReadonlyMap<string, SegmentDocument>;
}

/** Only the description of its first rollout would tell, which the index does not have. */
function mayBeOverridden(flag: DecidingFlag): boolean {
  return servedToEveryone(flag) !== undefined;
}

/**
 * The findings of severity error that the index alone tells of. A segment that nothing uses is not in it: what is wrong
 * there reaches nobody, and only the page of findings knows. So it is with what one rollout for everyone hides.
 */
export function namespaceErrors({ flags, segments }: IndexFacts): readonly HealthFinding[] {
  const known = knownSegments(segments.values());
  return [
    ...flags.flatMap((flag) => flagMistakes(flag, known, mayBeOverridden(flag))),
    ...[...segments.values()].flatMap((segment) => segmentMistakes(segment.key, segment)),
  ].filter((finding) => severityOf(finding) === 'error');
}
