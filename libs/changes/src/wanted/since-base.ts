import { NotFoundError, type Conflict, type Revision, type SubjectKey } from '@pennon/domain';
import {
  nameOf,
  type PastStates,
  type SegmentState,
  segmentsUsedBy,
  type States,
  statesOf,
  type Three,
} from '@pennon/state';
import type { BaseConflicts, RevisionMade } from '../history/conflicts';
import { readAllStates, subjectKeysOf } from '../history/read-states';
import type { NamespaceReading, RevisionOutline } from '../reading/namespace-reading';
import { deletedBy, statesWanted, subjectsOf, type WantedState } from './wanted-state';

/** What a change is based on. */
export interface BaseOfChange {
  readonly revision: Revision;
  /** What the flags and segments that it names were, if the change knows it; those of the revision, if undefined. */
  readonly states: States | undefined;
  /** True if the revision of the namespace was raised already for the change. */
  readonly isRaised: boolean;
}

/** What others have made of the base of a change. */
export interface Since {
  readonly three: Three<States>;
  /** Who they were, as far as the history tells. */
  makers(): Promise<Makers>;
}

/** Who has changed what a change touches. */
export interface Makers {
  /** The last change of each flag and segment that somebody may have to decide about. */
  readonly changed: readonly Conflict[];
  /** What each revision made of them, the earliest first. */
  readonly past: readonly PastStates<RevisionMade>[];
}

/**
 * What others have made of a revision, as the history tells it. With a base that was lost, in a failover or a restore,
 * nobody knows: all that the change touches is in conflict.
 *
 * @throws NotFoundError if the history does not go back to it.
 */
export async function sinceRevision(
  reading: NamespaceReading,
  outline: RevisionOutline,
  wanted: WantedState,
  { revision, isRaised }: BaseOfChange,
): Promise<Since | BaseConflicts> {
  const subjects = [...subjectsOf(wanted), ...lostSegments(wanted, outline)];
  const { conflicts: changed, isBaseLost } = await reading.changedSince(revision, subjects, isRaised);
  if (isBaseLost || changed.length === 0) return { conflicts: changed, isBaseLost };
  const spoken = new Map<string, SubjectKey>(
    [...changed, ...deletedBy(wanted)].map((one) => [nameOf(one), { kind: one.kind, key: one.key }]),
  );
  const { base, past } = await reading.statesSince(revision, [...spoken.values()]);
  const three = { base, mine: statesWanted(wanted, base), latest: past.at(-1)?.states ?? base };
  return { three, makers: async () => Promise.resolve({ changed, past }) };
}

/** What others have made of states that the change itself knows: only who they were takes the history. */
export async function sinceStates(
  reading: NamespaceReading,
  outline: RevisionOutline,
  wanted: WantedState,
  { revision, states }: BaseOfChange & { readonly states: States },
): Promise<Since> {
  const gone = await deletedSince(reading, revision, lostSegments(wanted, outline));
  const base = withSegments(states, gone);
  const subjects = [...subjectsOf(wanted), ...gone];
  const latest = await presentStates(reading, outline, subjects);
  return {
    three: { base, mine: statesWanted(wanted, base), latest },
    makers: async () => ({
      changed: await reading.makersOf(subjects),
      past: await reading.pastSince(revision, subjects),
    }),
  };
}

/** Those of the segments that somebody has deleted since a revision, as far as the history tells. */
async function deletedSince(
  reading: NamespaceReading,
  revision: Revision,
  segments: readonly SubjectKey[],
): Promise<readonly SubjectKey[]> {
  if (segments.length === 0) return [];
  try {
    const { isBaseLost, conflicts } = await reading.changedSince(revision, segments);
    return isBaseLost ? [] : conflicts.map(({ kind, key }) => ({ kind, key }));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return [];
  }
}

/** The states with segments of which only that is known, that they were there. */
function withSegments(states: States, keys: readonly SubjectKey[]): States {
  const bare = keys.map(({ key }): [string, SegmentState] => [
    key,
    { key, name: key, description: '', matchType: 'all', constraints: [] },
  ]);
  return { ...states, segments: new Map([...states.segments, ...bare]) };
}

async function presentStates(
  reading: NamespaceReading,
  { namespace: { name, description } }: RevisionOutline,
  subjects: readonly SubjectKey[],
): Promise<States> {
  const present = await readAllStates(reading, subjectKeysOf(subjects));
  return { ...statesOf(present), namespace: { name, description } };
}

/** Segments that flags of the change look at, and that there are not, or not any more. */
function lostSegments({ document }: WantedState, { segmentKeys }: RevisionOutline): readonly SubjectKey[] {
  const known = new Set([...segmentKeys, ...document.segments.map(({ key }) => key)]);
  const used = new Set(document.flags.flatMap(segmentsUsedBy));
  return [...used].filter((key) => !known.has(key)).map((key) => ({ kind: 'segment', key }));
}
