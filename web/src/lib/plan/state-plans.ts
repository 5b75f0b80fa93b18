import { changedParts, type FlagState, flagParts, type SegmentState, segmentParts } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type FlagContents, type Segment } from '../model';
import { flagPartWords } from './flag-part-words';
import { partChanges } from './part-changes';
import { type Change, type Kept, type Plan } from './plan';
import { segmentPartWords } from './segment-part-words';

/** What a plan starts from, and the latest revision before that was read. */
export type Based<Read> = Read & {
  readonly base?: string | undefined;
  /** What it was at that revision, as the server writes it: a change keeps of it what it does not mean to change. */
  readonly document?: string | undefined;
};

export type BasedFlag = Based<FlagContents>;

export type BasedSegment = Based<Segment>;

/** What a plan is called and, where it says more than what became of the parts, what it changes. */
interface Words {
  readonly title: string;
  readonly changes?: readonly Change[];
}

/** The state that a save starts from: it turns the flag neither off nor on. */
export function withoutOff(flag: FlagState): FlagState {
  return { ...flag, off: undefined };
}

/** Makes of a flag what `edit` makes of its state. */
export function planFlagState(
  flag: BasedFlag,
  { title, changes }: Words,
  edit: (state: FlagState) => FlagState,
): Plan {
  const { key, namespaceKey } = flag;
  const before = withoutOff(flag);
  const after = edit(before);
  const parts = changedParts(flagParts, before, after);
  if (parts.length === 0) return { title, namespaceKey, changes: [] };
  return {
    title,
    namespaceKey,
    changes: changes ?? partChanges(flagParts, flagPartWords, copy.flag(key), before, after),
    wanted: { base: flag.base, flags: [{ state: after, before, ...keptOf(flag, parts) }] },
  };
}

/** Makes of a segment what `edit` makes of its state. */
export function planSegmentState(
  segment: BasedSegment,
  title: string,
  edit: (state: SegmentState) => SegmentState,
): Plan {
  const { key, namespaceKey } = segment;
  const after = edit(segment);
  const parts = changedParts(segmentParts, segment, after);
  if (parts.length === 0) return { title, namespaceKey, changes: [] };
  return {
    title,
    namespaceKey,
    changes: partChanges(segmentParts, segmentPartWords, copy.segment(key), segment, after),
    wanted: { base: segment.base, segments: [{ state: after, before: segment, ...keptOf(segment, parts) }] },
  };
}

function keptOf<Name extends string>(
  { document }: Based<object>,
  parts: readonly Name[],
): { readonly kept?: Kept<Name> } {
  return document === undefined ? {} : { kept: { document, parts } };
}
