import { outcomeOf, type AudienceFlag, type SegmentLookup } from '../audience';
import { type Metadata } from '../model';
import { compareTimestamps } from '../time';

/** What tells that a flag may have done its work. */
export interface StaleInput {
  readonly metadata: Metadata;
  readonly updatedAt: string;
  readonly contents: AudienceFlag;
}

/** True for a flag that is meant to stay: `permanent` is true or `lifecycle` is "permanent" in its metadata. */
export function isPermanent(metadata: Metadata): boolean {
  return metadata.permanent === true || metadata.lifecycle === 'permanent';
}

/**
 * True for a flag that is not permanent, was not changed since that moment and gives everyone the same. It may be in
 * use all the same: this is a candidate, not a verdict.
 *
 * @param since RFC 3339.
 */
export function isStaleCandidate(
  { metadata, updatedAt, contents }: StaleInput,
  segments: SegmentLookup,
  since: string,
): boolean {
  if (isPermanent(metadata) || compareTimestamps(updatedAt, since) >= 0) return false;
  const answers = outcomeOf(contents, segments).blocks.flatMap(({ parts }) =>
    parts.map(({ answer }) => {
      if (answer.kind === 'boolean') return String(answer.value);
      return answer.kind === 'variant' ? `variant ${answer.variant.id}` : 'nothing';
    }),
  );
  return new Set(answers).size === 1;
}
