import { DomainError, NAMESPACE_SUBJECT, type SubjectKey } from '@pennon/domain';
import {
  applyEdits,
  type FlagEdit,
  isOff,
  isOnlyTurnedOff,
  mergeStates,
  nameOf,
  type PartConflict,
  type States,
  statesOf,
  type SubjectState,
} from '@pennon/state';
import { editable } from './resolve-edits';
import { isEmpty, statesWanted, subjectsOf, wantedOf, type WantedState } from './wanted-state';

/** A wanted state, and what it is based on. */
export interface BasedState {
  readonly wanted: WantedState;
  /** What the flags and segments that it names were. */
  readonly base: States;
}

/**
 * Bases each step on what the one before it wants: what others make of that meanwhile stays.
 *
 * @param first What all flags and segments that the steps name were before the first one.
 */
export function basedInTurn(first: States, steps: readonly WantedState[]): readonly BasedState[] {
  let known = first;
  return steps.map((wanted) => {
    const base = among(known, wanted);
    known = statesAfter(known, settled({ wanted, base: known }));
    return { wanted, base };
  });
}

/** What takes back all that some steps have done. */
export interface TakenBack extends BasedState {
  /** What others have changed between the steps: that stays. */
  readonly left: readonly PartConflict[];
}

/**
 * What takes back all that steps have done, based on what they have made of it last. It goes back step by step: what
 * was different before a step than the step before it had left it was changed by others, and stays.
 */
export function takenBack(namespaceKey: string, steps: readonly BasedState[]): TakenBack {
  const left: PartConflict[] = [];
  const subjects = new Map<string, SubjectKey>();
  let base = statesOf([]);
  let before = statesOf([]);
  for (const step of [...steps].reverse()) {
    const wanted = settled(step);
    const wants = statesAfter(step.base, wanted);
    const isNew = (subject: SubjectKey): boolean => !subjects.has(nameOf(subject));
    const added = statesOf(
      subjectsOf(wanted)
        .filter(isNew)
        .flatMap((subject) => subjectIn(wants, subject) ?? []),
    );
    base = joined(base, added);
    const merged = mergeStates({ base: wants, mine: step.base, latest: joined(before, added) });
    before = merged.states;
    left.push(...merged.conflicts);
    for (const subject of subjectsOf(wanted)) subjects.set(nameOf(subject), subject);
  }
  const past = [...subjects.values()].map((subject) => ({ ...subject, state: subjectIn(before, subject) }));
  return { wanted: wantedOf(namespaceKey, past), base, left };
}

function joined(one: States, other: States): States {
  return {
    namespace: { ...one.namespace, ...other.namespace },
    flags: new Map([...one.flags, ...other.flags]),
    segments: new Map([...one.segments, ...other.segments]),
  };
}

/**
 * What is wanted, with what edits make of the base in their place. Edits that cannot be done with it want nothing:
 * their step fails.
 */
export function settled({ wanted, base }: BasedState): WantedState {
  const { edits, ...others } = wanted;
  if (edits === undefined) return wanted;
  const known = {
    flags: edits.flags.filter(({ key }) => base.flags.has(key)),
    segments: edits.segments.filter(({ key }) => base.segments.has(key)),
  };
  if (known.flags.length + known.segments.length === 0) return others;
  try {
    return { ...others, document: { ...others.document, ...applyEdits(known, editable(base)) } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return others;
  }
}

export function statesAfter(states: States, wanted: WantedState): States {
  const { namespace, ...rest } = statesWanted(wanted, states);
  return { ...rest, namespace: { ...states.namespace, ...namespace } };
}

/** A flag or segment among states; undefined for one that is not there. Its moment of creation is not known. */
export function subjectIn(
  { namespace, flags, segments }: States,
  { kind, key }: SubjectKey,
): SubjectState | undefined {
  if (kind === 'namespace') {
    const { name = '', description = '' } = namespace;
    return { ...NAMESPACE_SUBJECT, kind, createdAt: 0, value: { name, description } };
  }
  if (kind === 'flag') {
    const value = flags.get(key);
    return value && { kind, key, createdAt: 0, value };
  }
  const value = segments.get(key);
  return value && { kind, key, createdAt: 0, value };
}

/** Those of the states that a change names. */
function among(states: States, wanted: WantedState): States {
  return statesOf(subjectsOf(wanted).flatMap((subject) => subjectIn(states, subject) ?? []));
}

/** True for a change that turns flags off whatever others make of its base meanwhile, and does nothing else. */
export function onlyTurnsOff({ wanted, base }: BasedState): boolean {
  const { edits } = wanted;
  if (edits !== undefined)
    return isEmpty(wanted) && edits.segments.length === 0 && edits.flags.every(isOffEdit);
  const { states } = mergeStates({ base, mine: statesWanted(wanted, base), latest: base });
  return isOnlyTurnedOff(base, states);
}

/** True for a change that may turn flags off. */
export function mayTurnOff({ edits, document }: WantedState): boolean {
  return edits?.flags.some(isOffEdit) ?? document.flags.some(({ off }) => isOff(off));
}

function isOffEdit(edit: FlagEdit): boolean {
  const { off } = edit;
  if (off === undefined || off === false) return false;
  return Object.entries(edit).every(([name, value]) => ['key', 'off'].includes(name) || value === undefined);
}

/** What later steps are based on when a step is edited: what it names is as it wants it. */
export function rebasedAfter(edited: BasedState, later: readonly BasedState[]): readonly BasedState[] {
  let named = new Map<string, SubjectState | undefined>();
  const take = ({ wanted, base }: BasedState): void => {
    const states = statesWanted(settled({ wanted, base }), base);
    named = new Map([
      ...named,
      ...subjectsOf(wanted).map((subject) => [nameOf(subject), subjectIn(states, subject)] as const),
    ]);
  };
  take(edited);
  return later.map(({ wanted, base }) => {
    const rebased = statesOf(
      subjectsOf(wanted).flatMap((subject) => {
        const name = nameOf(subject);
        return (named.has(name) ? named.get(name) : subjectIn(base, subject)) ?? [];
      }),
    );
    take({ wanted, base: rebased });
    return { wanted, base: rebased };
  });
}
