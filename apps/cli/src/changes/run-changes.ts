import { create } from '@bufbuild/protobuf';
import { messageToJson } from '@pennon/api';
import { NotFoundError } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';
import type { Given } from '../command-line/command';
import { limitOf, readNamespace } from '../command-line/read-values';
import { itemLines } from '../history/item-lines';
import { RemoteChanges } from '../targets/remote-changes';
import { neededCallsOf } from '../targets/server-of';
import { exitCodes } from '../terminal/exit';
import { printLines, tell } from '../terminal/print';
import { changeLine, changeLines, conflictLine, isWaiting } from './change-lines';
import { oddities, planLines } from './outcome-lines';
import { reportOutcome } from './report-outcome';
import { showSeries } from './run-series';
import { stateWords, type ChangeWord, type StateWord } from './change-options';

const { Change_State: State, ChangeOutcomeSchema, ChangeSchema, Verdict } = pennonChanges;

const states: Readonly<Record<StateWord, pennonChanges.Change_State>> = {
  'pending-review': State.PENDING_REVIEW,
  scheduled: State.SCHEDULED,
  applied: State.APPLIED,
  rejected: State.REJECTED,
  cancelled: State.CANCELLED,
  conflicted: State.CONFLICTED,
  failed: State.FAILED,
};

/** Prints changes of a namespace. @returns the exit code. */
export async function listChanges(given: Given): Promise<number> {
  const namespaceKey = readNamespace(given.args[0]);
  const word = stateWords.find((known) => known === given.text('state'));
  const state = word === undefined ? State.STATE_UNSPECIFIED : states[word];
  const limit = limitOf(given);
  const changes = new RemoteChanges(neededCallsOf(given, 'changes list'));
  for await (const change of changes.list(namespaceKey, state, limit)) {
    await printLines([given.isOn('json') ? messageToJson(ChangeSchema, change, false) : changeLine(change)]);
  }
  return exitCodes.done;
}

/** Shows a change, or does something with it. @returns the exit code. */
export async function runOnChange(word: ChangeWord, given: Given): Promise<number> {
  const namespaceKey = readNamespace(given.args[0]);
  const id = given.args[1] ?? '';
  if (id === '') throw new Error('ID must not be empty');
  const changes = new RemoteChanges(neededCallsOf(given, `changes ${word}`));
  const isJson = given.isOn('json');
  const comment = given.text('comment') ?? '';
  const report = { namespaceKey, isJson, isDryRun: false };
  switch (word) {
    case 'show':
      await show(given, changes, namespaceKey, id);
      return exitCodes.done;
    case 'approve': {
      const outcome = await changes.review(namespaceKey, id, { verdict: Verdict.APPROVE, comment });
      return reportOutcome(outcome, {
        ...report,
        done: [State.PENDING_REVIEW, State.SCHEDULED, State.APPLIED],
      });
    }
    case 'request-changes': {
      const outcome = await changes.review(namespaceKey, id, { verdict: Verdict.REQUEST_CHANGES, comment });
      return reportOutcome(outcome, { ...report, done: [State.PENDING_REVIEW] });
    }
    case 'comment': {
      if (comment === '') throw new Error('--comment must be given');
      const outcome = await changes.review(namespaceKey, id, { verdict: Verdict.COMMENT, comment });
      return reportOutcome(outcome, { ...report, done: Object.values(states) });
    }
    case 'reject': {
      const outcome = await changes.review(namespaceKey, id, { verdict: Verdict.REJECT, comment });
      return reportOutcome(outcome, { ...report, done: [State.REJECTED] });
    }
    case 'apply':
      return reportOutcome(await changes.apply(namespaceKey, id), { ...report, done: [State.APPLIED] });
    case 'cancel': {
      const change = await changes.cancel(namespaceKey, id, given.text('reason') ?? '');
      const outcome = create(ChangeOutcomeSchema, { change });
      return reportOutcome(outcome, { ...report, done: [State.CANCELLED] });
    }
  }
}

/** Shows a change, or a series if no change has that id. */
async function show(given: Given, changes: RemoteChanges, namespaceKey: string, id: string): Promise<void> {
  try {
    await showChange(namespaceKey, await changes.get(namespaceKey, id), given.isOn('json'));
  } catch (error) {
    if (!(error instanceof NotFoundError) || !(await showSeries(given, namespaceKey, id))) throw error;
  }
}

async function showChange(
  namespaceKey: string,
  outcome: pennonChanges.ChangeOutcome,
  isJson: boolean,
): Promise<void> {
  if (isJson) {
    await printLines([messageToJson(ChangeOutcomeSchema, outcome, false)]);
    return;
  }
  const { change, conflicts, items, itemsLeftOut } = outcome;
  tell(...oddities(namespaceKey, outcome));
  const lines = change === undefined ? [] : changeLines(change);
  if (change === undefined || !isWaiting(change)) {
    await printLines(lines);
    return;
  }
  await printLines([
    ...lines,
    ...conflicts.map((conflict) => `  conflict: ${conflictLine(conflict)}`),
    ...planLines(namespaceKey, outcome),
    ...itemLines(items, { before: namespaceKey, after: 'change' }),
    ...(itemsLeftOut === 0 ? [] : [`and ${itemsLeftOut} more flags and segments`]),
  ]);
}
