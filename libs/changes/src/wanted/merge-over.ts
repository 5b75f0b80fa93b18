import { partText, segmentsUsedBy } from '@pennon/document';
import {
  NAMESPACE_SUBJECT,
  quote,
  type Conflict,
  type PartPlace,
  type Revision,
  type SubjectKey,
  type TornPart,
} from '@pennon/domain';
import {
  type FlagState,
  lastChanges,
  mergeStates,
  nameOf,
  type OrderWarning,
  type PartConflict,
  type SegmentState,
  type States,
  type Three,
} from '@pennon/state';
import type { RevisionMade } from '../history/conflicts';
import type { NamespaceReading, RevisionOutline } from '../reading/namespace-reading';
import { partWord } from './part-words';
import type { WantedState } from './wanted-state';

/** Something that others have changed, and that stays in a flag or segment which a change touches. */
export interface KeptChange extends PartPlace, RevisionMade {}

/** What a change comes to over what others have changed since its base. */
export interface MergedChange {
  /** Nothing, if somebody has to decide first. */
  readonly wanted: WantedState;
  /** What somebody has to decide. */
  readonly conflicts: readonly Conflict[];
  /** True if the base was lost, in a failover or a restore: then nobody knows what was changed since. */
  readonly isBaseLost: boolean;
  readonly kept: readonly KeptChange[];
  /** Sentences about what merges, and may not mean what it should. */
  readonly warnings: readonly string[];
}

/** What a change is merged with. */
export interface MergeBase {
  readonly revision: Revision;
  /** True if the revision of the namespace was raised already for the change. */
  readonly isRaised: boolean;
  /** `mine` has what is wanted win where others have changed the same. */
  readonly decides?: 'mine' | undefined;
}

/**
 * What is wanted over what others have changed since the base, of the flags and segments that it names.
 *
 * @throws NotFoundError if the history does not go back to the base.
 */
export async function mergeOver(
  reading: NamespaceReading,
  outline: RevisionOutline,
  wanted: WantedState,
  { revision, isRaised, decides }: MergeBase,
): Promise<MergedChange> {
  const subjects = [...subjectsOf(wanted), ...lostSegments(wanted, outline)];
  const { conflicts: changed, isBaseLost } = await reading.changedSince(revision, subjects, isRaised);
  if (isBaseLost || changed.length === 0)
    return {
      wanted: isBaseLost ? nothingOf(wanted) : wanted,
      conflicts: changed,
      isBaseLost,
      kept: [],
      warnings: [],
    };
  const deleted = subjectsOf({ document: nothingOf(wanted).document, deletions: wanted.deletions });
  const spoken = new Map<string, SubjectKey>([...changed, ...deleted].map((one) => [nameOf(one), one]));
  const { base, past } = await reading.statesSince(revision, [...spoken.values()]);
  const three = { base, mine: statesWanted(wanted, base), latest: past.at(-1)?.states ?? base };
  const { states, conflicts, kept, warnings } = mergeStates(three, decides);
  const torn = [...conflicts, ...(decides === 'mine' ? [] : unseenDeletions(deleted, three))];
  const changeOf = lastChanges(three, past);
  const lastOf = new Map(changed.map((conflict) => [nameOf(conflict), conflict]));
  const madeBy = (part: PartPlace & Pick<PartConflict, 'latest' | 'with'>): RevisionMade => {
    const other = part.with && lastOf.get(nameOf(part.with));
    const made = other ?? changeOf(part) ?? lastOf.get(nameOf(part));
    if (made === undefined) throw new Error(`nobody has changed ${nameOf(part)}`);
    return { revision: made.revision, author: made.author };
  };
  return {
    wanted: torn.length > 0 ? nothingOf(wanted) : withMerged(wanted, states),
    conflicts: torn.map((conflict) => ({
      ...{ ...subjectOf(conflict), part: tornPart(conflict) },
      ...madeBy(conflict),
    })),
    isBaseLost,
    kept: kept.map((part) => ({ ...named(part), ...madeBy(part) })),
    warnings: sentencesOf(warnings),
  };
}

/** Deletions of what others have made since: the author has not seen it. */
function unseenDeletions(
  deleted: readonly SubjectKey[],
  { base, latest }: Three<States>,
): readonly PartConflict[] {
  return deleted.flatMap((subject) => {
    const made = stateIn(latest, subject);
    if (made === undefined || stateIn(base, subject) !== undefined) return [];
    return [{ ...subject, part: 'whole', item: '', base: undefined, mine: undefined, latest: made }];
  });
}

function stateIn(
  { flags, segments }: States,
  { kind, key }: SubjectKey,
): FlagState | SegmentState | undefined {
  return kind === 'flag' ? flags.get(key) : segments.get(key);
}

/** What a change names. */
function subjectsOf({ document, deletions }: WantedState): readonly SubjectKey[] {
  const { name, description } = document.namespace;
  const keys = (kind: 'flag' | 'segment', of: readonly string[]): readonly SubjectKey[] =>
    of.map((key) => ({ kind, key }));
  return [
    ...(name === undefined && description === undefined ? [] : [NAMESPACE_SUBJECT]),
    ...keys('flag', [...document.flags.map(({ key }) => key), ...deletions.flags]),
    ...keys('segment', [...document.segments.map(({ key }) => key), ...deletions.segments]),
  ];
}

/** Segments that flags of the change look at, and that there are not, or not any more. */
function lostSegments({ document }: WantedState, { segmentKeys }: RevisionOutline): readonly SubjectKey[] {
  const known = new Set([...segmentKeys, ...document.segments.map(({ key }) => key)]);
  const used = new Set(document.flags.flatMap(segmentsUsedBy));
  return [...used].filter((key) => !known.has(key)).map((key) => ({ kind: 'segment', key }));
}

/** What a change wants of the subjects that others have changed; what it only refers to is to stay as it was. */
function statesWanted({ document, deletions }: WantedState, base: States): States {
  const { name, description } = document.namespace;
  const wanted = <S extends { readonly key: string }>(
    before: ReadonlyMap<string, S>,
    states: readonly S[],
    gone: readonly string[],
  ): ReadonlyMap<string, S> => {
    const all = new Map([...before, ...states.map((state) => [state.key, state] as const)]);
    for (const key of gone) all.delete(key);
    return all;
  };
  return {
    namespace: {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    },
    flags: wanted(base.flags, document.flags, deletions.flags),
    segments: wanted(base.segments, document.segments, deletions.segments),
  };
}

/** The change with what it comes to. */
function withMerged(
  { document, deletions }: WantedState,
  { namespace, flags, segments }: States,
): WantedState {
  const { key, name, description } = document.namespace;
  return {
    document: {
      namespace: {
        key,
        name: name === undefined ? undefined : namespace.name,
        description: description === undefined ? undefined : namespace.description,
      },
      flags: document.flags.flatMap((flag) => flags.get(flag.key) ?? []),
      segments: document.segments.flatMap((segment) => segments.get(segment.key) ?? []),
    },
    deletions,
  };
}

function nothingOf({ document: { namespace } }: WantedState): WantedState {
  const { key } = namespace;
  return {
    document: { namespace: { key, name: undefined, description: undefined }, flags: [], segments: [] },
    deletions: { flags: [], segments: [] },
  };
}

/** A conflict in the words of the API. */
function tornPart(conflict: PartConflict): TornPart {
  const { base, mine, latest, with: other } = conflict;
  const textOf = (value: unknown): string | undefined => partText(conflict, value);
  return {
    ...named(conflict),
    ...{ base: textOf(base), mine: textOf(mine), latest: textOf(latest) },
    ...(other !== undefined && { with: named(other) }),
  };
}

function subjectOf({ kind, key }: PartPlace): SubjectKey {
  return { kind, key };
}

/** A place in the words of the API. */
function named({ kind, key, part, item }: PartPlace): PartPlace {
  return { kind, key, part: partWord(part), item };
}

/** Most warnings that are told: two people who sort hundreds of rows make very many. */
const MAX_WARNINGS = 100;

function sentencesOf(warnings: readonly OrderWarning[]): readonly string[] {
  const left = warnings.length - MAX_WARNINGS;
  const told = warnings.slice(0, MAX_WARNINGS).map(sentenceOf);
  return left > 0 ? [...told, `${left} more rows come before rows that the other side has edited`] : told;
}

function sentenceOf({ kind, key, part, item, before }: OrderWarning): string {
  const row = (name: string): string => (name.startsWith('+') ? `new row ${name.slice(1)}` : `row ${name}`);
  return (
    `${kind} ${quote(key)}: ${row(item)} of its ${part} is new or moved, and comes before ${row(before)}, ` +
    'which the other side has edited'
  );
}
