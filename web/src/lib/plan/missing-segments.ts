import { type FlagContents } from '../model';
import { usedSegmentKeys } from '../used-segment-keys';

/** The segments that a flag in its wanted state would need and that are gone. */
export function missingSegments(
  contents: Pick<FlagContents, 'rules' | 'rollouts'>,
  segmentKeys: ReadonlySet<string>,
): readonly string[] {
  return usedSegmentKeys(contents).filter((key) => !segmentKeys.has(key));
}
