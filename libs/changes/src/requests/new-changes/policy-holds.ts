import { MAX_WAITING_SUBJECTS, type ChangeStep, type ReviewPolicy } from '@pennon/domain';
import { mergeStates, nameOf, statesOf } from '@pennon/state';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { holdsFor, isForAll, type Touched } from '../../commit/policy-scope';
import { NewerVersionError } from '../../history/newer-version';
import { readingIn, type NamespaceReading } from '../../reading/namespace-reading';
import { settled } from '../../wanted/based-state';
import { type FoundState, unpackChange } from '../../wanted/stored-change';
import { statesWanted, subjectsOf, type WantedState } from '../../wanted/wanted-state';
import { basedSteps } from './based-steps';
import { isOpen } from '../life/change-life';

/** True if a policy holds for a step of what is asked for: then it holds for all of them. */
export async function holdsForNew(
  unitOfWork: UnitOfWork,
  namespaceKey: string,
  steps: readonly WantedState[],
  { requiredApprovals, appliesTo }: ReviewPolicy,
): Promise<boolean> {
  if (requiredApprovals === 0 || isForAll(appliesTo)) return true;
  // What names more cannot be held against what there is.
  if (steps.flatMap(subjectsOf).length > MAX_WAITING_SUBJECTS) return true;
  const based = await basedSteps(unitOfWork, namespaceKey, steps, undefined);
  return unitOfWork.read(async (stores) => {
    const reading = readingIn(stores, namespaceKey);
    for (const step of based.steps) if (await holdsForStep(reading, step, { appliesTo })) return true;
    return false;
  });
}

/** True if a policy holds for what a change wants, by what that is now, and by what it is to be. */
export async function holdsForStep(
  reading: Pick<NamespaceReading, 'rows' | 'usersOf'>,
  state: FoundState,
  { appliesTo }: Pick<ReviewPolicy, 'appliesTo'>,
): Promise<boolean> {
  return isForAll(appliesTo) || holdsFor(reading, appliesTo, touchedBy(state));
}

/**
 * True if a policy holds for what is stored of a change, or of another step of its series that waits.
 *
 * @param steps The steps of the series, or the change alone.
 */
export async function holdsForStored(
  stores: Stores,
  steps: readonly ChangeStep[],
  policy: Pick<ReviewPolicy, 'appliesTo'>,
): Promise<boolean> {
  for (const { namespaceKey, id } of steps.filter(isOpen)) {
    const request = await stores.changeRequests.find(namespaceKey, id);
    if (request === undefined) continue;
    try {
      const state = await unpackChange(request, await stores.changeSubjects.of(id));
      if (await holdsForStep(readingIn(stores, namespaceKey), state, policy)) return true;
    } catch (error) {
      if (!(error instanceof NewerVersionError)) throw error;
      return true;
    }
  }
  return false;
}

/** What a change makes different of its base. Edits may touch all that they name, whatever that is by then. */
function touchedBy({ wanted: asked, base = statesOf([]) }: FoundState): Touched {
  const wanted = settled({ wanted: asked, base });
  const mine = statesWanted(wanted, base);
  const changed = new Set(mergeStates({ base, mine: base, latest: mine }).theirs.map(nameOf));
  const subjects = subjectsOf(asked);
  return {
    subjects: asked.edits === undefined ? subjects.filter((one) => changed.has(nameOf(one))) : subjects,
    states: wanted.document.flags.filter(({ key }) => changed.has(nameOf({ kind: 'flag', key }))),
  };
}
