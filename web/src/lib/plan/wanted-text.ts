import { partWord, segmentText, wantedFlagText, withMembersOf } from '@pennon/document';
import { type Json } from '@pennon/domain';
import { type FlagState, type SegmentState } from '@pennon/state';
import { type Kept, type Keys, type Wanted, type WantedState } from './plan';

/** The members of CreateChange that say what is wanted, or of RevertRevision for what is undone. */
export function sourceOf({
  base,
  flags = [],
  segments = [],
  deleted,
  edits,
  past,
}: Wanted): Readonly<Record<string, Json>> {
  if (edits !== undefined) return { edits: { flags: edits } };
  if (past !== undefined) {
    const { way, revision, flags: keys } = past;
    return way === 'undo' ? { flags: keys } : { restore: { revision, flags: keys } };
  }
  const document = flags.length + segments.length === 0 ? '' : documentText(flags, segments);
  return {
    // Only what has a base can be merged.
    ...(base !== undefined && { baseRevision: base, onConflict: 'MERGE' }),
    document: {
      ...(document !== '' && { document }),
      ...(deleted !== undefined && { deletions: deletionsOf(deleted) }),
    },
  };
}

function deletionsOf({ flags, segments }: Keys): Json {
  return { flags, segments };
}

/** The states as a document, in JSON text: attachments keep all their digits. */
function documentText(
  flags: readonly WantedState<FlagState>[],
  segments: readonly WantedState<SegmentState>[],
): string {
  const lists = [
    { name: 'flags', texts: flags.map(({ state, kept }) => keptText(wantedFlagText(sayable(state)), kept)) },
    { name: 'segments', texts: segments.map(({ state, kept }) => keptText(segmentText(state), kept)) },
  ];
  const members = lists
    .filter(({ texts }) => texts.length > 0)
    .map(({ name, texts }) => `"${name}":[${texts.join(',')}]`);
  return `{${members.join(',')}}`;
}

/** The wanted text, with all but the changed members as the server wrote them. */
function keptText(text: string, kept: Kept<string> | undefined): string {
  if (kept === undefined) return text;
  return withMembersOf(kept.document, text, new Set(kept.parts.map(memberOf)));
}

/** What documents call a part: which variant is the default is said by the variants. */
function memberOf(part: string): string {
  return part === 'defaultVariantKey' ? 'variants' : partWord(part);
}

/** The flag without rules and rollouts that have no segment left: they decide nothing, and no document can say them. */
function sayable(flag: FlagState): FlagState {
  return {
    ...flag,
    rules: flag.rules.filter(({ segmentKeys }) => segmentKeys.length > 0),
    rollouts: flag.rollouts.filter(({ step }) => step.type === 'threshold' || step.segmentKeys.length > 0),
  };
}
