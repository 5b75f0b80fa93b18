import { partText, partWord } from '@pennon/document';
import {
  quote,
  type Conflict,
  type OnConflict,
  type PartPlace,
  type SubjectKey,
  type TornPart,
} from '@pennon/domain';
import {
  flagParts,
  isSameInParts,
  lastChanges,
  mergeStates,
  nameOf,
  type OrderWarning,
  type PartConflict,
  type States,
  type Three,
} from '@pennon/state';
import { forgotten, latestAmong, type RevisionMade } from '../history/conflicts';
import type { NamespaceReading, RevisionOutline } from '../reading/namespace-reading';
import { subjectIn } from './based-state';
import { leaveWhatIsNeeded } from './left-whole';
import { type BaseOfChange, sinceRevision, sinceStates } from './since-base';
import { deletedBy, nothingOf, type WantedState } from './wanted-state';

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
  /** What others have changed again, and that a change leaves which does not insist. */
  readonly left: readonly Conflict[];
  /** Sentences about what merges, and may not mean what it should. */
  readonly warnings: readonly string[];
}

/** What a change is merged with. */
export interface MergeBase extends BaseOfChange {
  readonly onConflict: OnConflict;
  /** What the change leaves anyway, because others have changed it. */
  readonly left?: readonly PartConflict[] | undefined;
}

/**
 * What is wanted over what others have changed since the base, of the flags and segments that it names.
 *
 * @throws NotFoundError if the change does not know its base, and the history does not go back to it.
 */
export async function mergeOver(
  reading: NamespaceReading,
  outline: RevisionOutline,
  wanted: WantedState,
  base: MergeBase,
): Promise<MergedChange> {
  const found = await (base.states === undefined
    ? sinceRevision(reading, outline, wanted, base)
    : sinceStates(reading, outline, wanted, { ...base, states: base.states }));
  if (!('three' in found))
    return {
      ...nothingMerged(found.isBaseLost ? nothingOf(wanted.document.namespace.key) : wanted),
      ...found,
    };
  const insists = base.onConflict === 'overwrite';
  const { three, retyped } = insists ? { ...found, retyped: [] } : withoutRetyped(found.three);
  const isLeft = base.onConflict === 'leave';
  const {
    states: merged,
    conflicts,
    kept,
    warnings,
  } = mergeStates(three, insists ? () => 'mine' : undefined);
  const { states, left } = isLeft
    ? await leaveWhatIsNeeded(reading, outline, three, merged)
    : { states: merged, left: [] };
  const leftNames = new Set(left.map(nameOf));
  const foundTorn = [...retyped, ...conflicts, ...(insists ? [] : unseenDeletions(wanted, three))];
  const known = (base.left ?? []).filter((one) => !foundTorn.some((other) => isSamePlace(one, other)));
  const torn = [...[...foundTorn, ...known].filter((conflict) => !leftNames.has(nameOf(conflict))), ...left];
  if (torn.length === 0 && kept.length === 0)
    return { ...nothingMerged(withMerged(wanted, states)), warnings: sentencesOf(warnings) };
  const { changed, past } = await found.makers();
  const changeOf = lastChanges(three, past);
  const lastOf = new Map<string, RevisionMade>(changed.map((conflict) => [nameOf(conflict), conflict]));
  const present = outline.revision.revision - (base.isRaised ? 1 : 0);
  const unknown = forgotten(latestAmong([past.at(-1)?.revision ?? forgotten(present)]));
  const madeBy = (part: PartPlace & Pick<PartConflict, 'latest'>): RevisionMade => {
    // Of a whole flag or segment any revision has changed it that changed something of it.
    const whole = part.part === 'whole' ? lastOf.get(nameOf(part)) : undefined;
    const { revision, author, upTo } = changeOf(part) ?? whole ?? unknown;
    return { revision, author, upTo };
  };
  const tornParts: readonly Conflict[] = torn.map((conflict) => ({
    ...{ ...subjectOf(conflict), part: tornPart(conflict) },
    ...madeBy(conflict),
  }));
  const refused: readonly Conflict[] = [
    ...(isLeft ? [] : tornParts),
    ...(base.onConflict === 'fail' ? wholeConflicts(kept, torn, madeBy) : []),
  ];
  return {
    wanted: refused.length > 0 ? nothingOf(wanted.document.namespace.key) : withMerged(wanted, states),
    conflicts: refused,
    left: isLeft ? tornParts : [],
    isBaseLost: false,
    kept: base.onConflict === 'fail' ? [] : kept.map((part) => ({ ...named(part), ...madeBy(part) })),
    warnings: sentencesOf(warnings),
  };
}

/** Flags and segments that others have changed in parts that merge, for a change that is not to merge. */
function wholeConflicts(
  kept: readonly PartPlace[],
  torn: readonly PartPlace[],
  madeBy: (part: PartPlace & Pick<PartConflict, 'latest'>) => RevisionMade,
): readonly Conflict[] {
  const known = new Set(torn.map(nameOf));
  const subjects = new Map(kept.map((part) => [nameOf(part), subjectOf(part)]));
  return [...subjects]
    .filter(([name]) => !known.has(name))
    .map(([, subject]) => ({
      ...subject,
      ...madeBy({ ...subject, part: 'whole', item: '', latest: undefined }),
    }));
}

function nothingMerged(wanted: WantedState): MergedChange {
  return { wanted, conflicts: [], left: [], isBaseLost: false, kept: [], warnings: [] };
}

/**
 * Leaves alone flags that have another type by now: most likely they were deleted, and made again. What was wanted of
 * the former flag need not be wanted of such a one.
 */
function withoutRetyped({ base, mine, latest }: Three<States>): {
  readonly three: Three<States>;
  readonly retyped: readonly PartConflict[];
} {
  const flags = new Map(mine.flags);
  const retyped: PartConflict[] = [];
  for (const [key, wanted] of mine.flags) {
    const [before, present] = [base.flags.get(key), latest.flags.get(key)];
    if (before === undefined || present === undefined || present.type === before.type) continue;
    if (isSameInParts(flagParts, before, wanted) || isSameInParts(flagParts, wanted, present)) continue;
    const three = { base: before, mine: wanted, latest: present };
    retyped.push({ kind: 'flag', key, part: 'whole', item: '', ...three });
    flags.set(key, present);
  }
  return { three: { base, mine: { ...mine, flags }, latest }, retyped };
}

/** Deletions of what others have made since: the author has not seen it. */
function unseenDeletions(wanted: WantedState, { base, latest }: Three<States>): readonly PartConflict[] {
  return deletedBy(wanted).flatMap((subject) => {
    const made = subjectIn(latest, subject)?.value;
    if (made === undefined || subjectIn(base, subject) !== undefined) return [];
    return [{ ...subject, part: 'whole', item: '', base: undefined, mine: undefined, latest: made }];
  });
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
    // What others have changed meanwhile may have to stay.
    deletions: {
      flags: deletions.flags.filter((gone) => !flags.has(gone)),
      segments: deletions.segments.filter((gone) => !segments.has(gone)),
    },
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

function isSamePlace(one: PartPlace, other: PartPlace): boolean {
  return nameOf(one) === nameOf(other) && one.part === other.part && one.item === other.item;
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
