import { flagParts, segmentParts } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type FlagContents } from '../model';
import { type SegmentDraft } from '../plan/drafts';
import { contentsState } from '../plan/flag-state';
import { flagPartWords } from '../plan/flag-part-words';
import { partChanges } from '../plan/part-changes';
import { type Change } from '../plan/plan';
import { segmentState } from '../plan/segment-state';
import { segmentPartWords } from '../plan/segment-part-words';
import { keptAttachment } from './kept-attachment';

/** What would have to change for the left flag to be as the right one, part by part; ids and dates say nothing. */
export function flagDifferences(left: FlagContents, right: FlagContents): readonly Change[] {
  const [from, to] = [contentsState(left), contentsState(right)];
  const stored = new Map(from.variants.map(({ key, attachment }) => [key, attachment]));
  const variants = to.variants.map(({ attachment, ...variant }) => ({
    ...variant,
    attachment: keptAttachment(stored.get(variant.key) ?? '', attachment),
  }));
  return partChanges(flagParts, flagPartWords, copy.flag(to.key), from, { ...to, variants });
}

/** What would have to change for the left segment to be as the right one; ids and dates say nothing. */
export function segmentDifferences(left: SegmentDraft, right: SegmentDraft): readonly Change[] {
  const [from, to] = [segmentState(left), segmentState(right)];
  return partChanges(segmentParts, segmentPartWords, copy.segment(to.key), from, to);
}
