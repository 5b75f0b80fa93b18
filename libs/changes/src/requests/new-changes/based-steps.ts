import { invalidField, MAX_WAITING_SUBJECTS, type Revision, type SubjectKey } from '@pennon/domain';
import { nameOf } from '@pennon/state';
import type { UnitOfWork } from '@pennon/storage';
import { baseStates } from '../../history/base-states';
import { basedInTurn, type BasedState } from '../../wanted/based-state';
import { subjectsOf, type WantedState } from '../../wanted/wanted-state';

/** Steps that wait, or one change, with what each is based on. */
export interface BasedSteps {
  /** What the first one is based on. */
  readonly revision: Revision;
  readonly steps: readonly BasedState[];
}

/**
 * Finds out what steps that wait are based on: the first one on a revision, each other one on what the one before it
 * wants.
 *
 * @param asked The revision; the present one, if undefined.
 * @throws InvalidFieldError if they name too many flags and segments, and what {@link baseStates} throws.
 */
export async function basedSteps(
  unitOfWork: UnitOfWork,
  namespaceKey: string,
  steps: readonly WantedState[],
  asked: Revision | undefined,
): Promise<BasedSteps> {
  const subjects = [...new Map(steps.flatMap(subjectsOf).map((one) => [nameOf(one), one])).values()];
  assertFew('source', subjects);
  const { revision, states } = await unitOfWork.read((stores) =>
    baseStates(stores, namespaceKey, asked, subjects),
  );
  return { revision, steps: basedInTurn(states, steps) };
}

/** @throws InvalidFieldError if a change names more flags and segments than one that waits may. */
export function assertFew(field: string, { length }: readonly SubjectKey[]): void {
  if (length > MAX_WAITING_SUBJECTS)
    throw invalidField(
      field,
      `names ${length} flags and segments: a change that waits may name ${MAX_WAITING_SUBJECTS} at most`,
    );
}
