import { MAX_WAITING_SUBJECTS, type ReviewPolicy } from '@pennon/domain';
import { statesOf } from '@pennon/state';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { mayTurnOff, onlyTurnsOff } from '../../wanted/based-state';
import { subjectsOf } from '../../wanted/wanted-state';
import { basedSteps } from './based-steps';
import type { NewChange, NewStep } from './new-change';

/** True for a change that does not wait for a time, nor for another step. */
export function isAtOnce(steps: readonly NewStep[]): boolean {
  return steps.length === 1 && steps[0]?.at === undefined;
}

/** True if changes that wait may be marked as turning flags off: instances of earlier versions hold them up. */
export async function mayMarkOff({ features }: Stores): Promise<boolean> {
  return (await features.released()).includes('policies');
}

/**
 * A change that takes none of the approvals of its namespace, because it does nothing but turn flags off. It has a
 * base, so that it does nothing else if others change the flags meanwhile. One that waits takes some if the policy says
 * so.
 *
 * @returns Undefined for every other change.
 */
export async function turningOff(
  unitOfWork: UnitOfWork,
  change: NewChange,
  { requiredApprovals, reviewsOff }: ReviewPolicy,
): Promise<NewChange | undefined> {
  const { namespaceKey, steps, isProposal, baseRevision } = change;
  if (isProposal || steps.length === 0) return undefined;
  // What waits is told apart also for a policy that is to come.
  if (isAtOnce(steps) && (requiredApprovals === 0 || reviewsOff)) return undefined;
  const wanted = steps.map((step) => step.wanted);
  if (!wanted.every(mayTurnOff) || wanted.flatMap(subjectsOf).length > MAX_WAITING_SUBJECTS) return undefined;
  if (!isAtOnce(steps) && !(await unitOfWork.read(mayMarkOff))) return undefined;
  if (wanted.every(({ edits }) => edits !== undefined))
    return wanted.every((step) => onlyTurnsOff({ wanted: step, base: statesOf([]) })) ? change : undefined;
  const based = await basedSteps(unitOfWork, namespaceKey, wanted, baseRevision);
  return based.steps.every(onlyTurnsOff) ? { ...change, baseRevision: based.revision } : undefined;
}
