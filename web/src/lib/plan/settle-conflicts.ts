import {
  changedParts,
  type Decides,
  type FlagState,
  flagParts,
  type KeptPart,
  mergeStates,
  type PartConflict,
  type PartName,
  type PartTable,
  type SegmentState,
  segmentParts,
  type States,
  type Three,
} from '@pennon/state';
import { type Wanted, type WantedState } from './plan';
import { type Based, type BasedFlag, type BasedSegment, withoutOff } from './state-plans';
import { withNewKeys } from './variant-keys';

/** What others have made meanwhile of the flags and segments of a change; those that are gone are left out. */
export interface Latest {
  /** The latest revision before they were read. */
  readonly base: string;
  readonly flags: readonly BasedFlag[];
  readonly segments: readonly BasedSegment[];
}

/** What a change comes to over what others have made meanwhile. */
export interface Settled {
  /** What somebody has to decide first. */
  readonly conflicts: readonly PartConflict[];
  /** What others changed, and what stays. */
  readonly kept: readonly KeptPart[];
  /** Based on the latest; undefined if there is nothing left to change. Not to be sent while there are conflicts. */
  readonly wanted: Wanted | undefined;
}

/**
 * Merges a change with what others have made meanwhile of what it started from.
 *
 * @param decides What was chosen for a part that both have changed.
 */
export function settleConflicts(wanted: Wanted, latest: Latest, decides?: Decides): Settled {
  const { flags = [], segments = [], deleted, created } = wanted;
  const present = {
    flags: latest.flags.map((flag) => ({ ...flag, state: withoutOff(flag) })),
    segments: latest.segments.map((segment) => ({ ...segment, state: segment })),
  };
  const { states, conflicts, kept } = mergeStates(
    withNewVariantKeys({
      base: statesOf(flags.flatMap(beforeOf), segments.flatMap(beforeOf)),
      mine: statesOf(flags.map(stateOf), segments.map(stateOf)),
      latest: statesOf(present.flags.map(stateOf), present.segments.map(stateOf)),
    }),
    decides,
  );
  const changed = {
    flags: changedOf(flagParts, flags, states.flags, present.flags),
    segments: changedOf(segmentParts, segments, states.segments, present.segments),
  };
  const isNothing = changed.flags.length + changed.segments.length === 0 && deleted === undefined;
  return {
    conflicts,
    kept,
    wanted: isNothing
      ? undefined
      : { base: latest.base, ...changed, ...(created && { created }), ...(deleted && { deleted }) },
  };
}

/** The states of flags, each with the keys that either side has given to its variants. */
function withNewVariantKeys({ base, mine, latest }: Three<States>): Three<States> {
  const flags = { base: new Map(base.flags), mine: new Map(mine.flags), latest: new Map(latest.flags) };
  for (const [key, before] of base.flags) {
    const [ours, theirs] = [mine.flags.get(key), latest.flags.get(key)];
    if (ours === undefined || theirs === undefined) continue;
    const renamed = withNewKeys({ base: before, mine: ours, latest: theirs });
    flags.base.set(key, renamed.base);
    flags.mine.set(key, renamed.mine);
    flags.latest.set(key, renamed.latest);
  }
  return {
    base: { ...base, flags: flags.base },
    mine: { ...mine, flags: flags.mine },
    latest: { ...latest, flags: flags.latest },
  };
}

interface Present<State> extends Based<object> {
  readonly state: State;
}

/** What is to be of those that differ from what there is. */
function changedOf<State extends { readonly key: string }>(
  parts: PartTable<State>,
  wanted: readonly WantedState<State>[],
  merged: ReadonlyMap<string, State>,
  present: readonly Present<State>[],
): readonly WantedState<State>[] {
  return wanted.flatMap(({ state: { key } }): readonly WantedState<State>[] => {
    const state = merged.get(key);
    const now = present.find((one) => one.state.key === key);
    if (state === undefined) return [];
    if (now === undefined) return [{ state }];
    const names: readonly PartName<State>[] = changedParts(parts, now.state, state);
    if (names.length === 0) return [];
    const { state: before, document } = now;
    return [{ state, before, ...(document !== undefined && { kept: { document, parts: names } }) }];
  });
}

function beforeOf<State>({ before }: WantedState<State>): readonly State[] {
  return before === undefined ? [] : [before];
}

function stateOf<State>({ state }: { readonly state: State }): State {
  return state;
}

function statesOf(flags: readonly FlagState[], segments: readonly SegmentState[]): States {
  return { namespace: {}, flags: byKey(flags), segments: byKey(segments) };
}

function byKey<State extends { readonly key: string }>(states: readonly State[]): ReadonlyMap<string, State> {
  return new Map(states.map((state) => [state.key, state]));
}
