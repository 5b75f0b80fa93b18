import { messageToJson } from '@pennon/api';
import { isEmptySummary } from '@pennon/document';
import { pennonChanges } from '@pennon/proto';
import { planOf } from '../targets/wire-plan';
import { exitCodes } from '../terminal/exit';
import { printLines, tell } from '../terminal/print';
import { becameLine, conflictText, oddities, planLines } from './outcome-lines';

const { Change_State: State, ChangeOutcomeSchema } = pennonChanges;

/** How the outcome of a change is told. */
export interface OutcomeReport {
  readonly namespaceKey: string;
  readonly isJson: boolean;
  /** The change was only looked at. */
  readonly isDryRun: boolean;
  /** The states in which everything is done that the command was asked for. */
  readonly done: readonly pennonChanges.Change_State[];
  /** What to do about a conflict; nothing unless given. */
  readonly advice?: string;
}

/**
 * Prints what became of a change, or what it would do.
 *
 * @returns the exit code: `found` for a dry run with differences, and for a change that waits unasked.
 * @throws Error if the change was refused because of later ones; all of them are named.
 */
export async function reportOutcome(
  outcome: pennonChanges.ChangeOutcome,
  { namespaceKey, isJson, isDryRun, done, advice = '' }: OutcomeReport,
): Promise<number> {
  tell(...oddities(namespaceKey, outcome));
  if (isJson) await printLines([messageToJson(ChangeOutcomeSchema, outcome, false)]);
  const conflict = conflictText(namespaceKey, outcome, advice);
  if (conflict !== undefined) throw new Error(conflict);
  if (!isJson) {
    await printLines(isDryRun ? planLines(namespaceKey, outcome) : [becameLine(namespaceKey, outcome)]);
  }
  if (isDryRun) return isEmptySummary(planOf(outcome).summary) ? exitCodes.done : exitCodes.found;
  const state = outcome.change?.state ?? State.STATE_UNSPECIFIED;
  if (done.includes(state)) return exitCodes.done;
  return state === State.PENDING_REVIEW ? exitCodes.found : exitCodes.failed;
}
