import { pennonChanges } from '@pennon/proto';
import type { Given } from '../command-line/command';
import { readNamespace, readRevisionText } from '../command-line/read-values';
import { RemoteChanges } from '../targets/remote-changes';
import { neededCallsOf } from '../targets/server-of';
import { reportOutcome } from './report-outcome';

const { Change_State: State, ChangeMode, RevertRevisionRequest_Onto: Onto } = pennonChanges;

/** Undoes the changes of a revision. @returns the exit code. */
export async function runRevert(given: Given): Promise<number> {
  const namespaceKey = readNamespace(given.args[0]);
  const revision = readRevisionText('REVISION', given.args[1] ?? '');
  const isOntoLatest = given.isOn('onto-latest');
  const isDryRun = given.isOn('dry-run');
  const isProposed = given.isOn('propose');
  const changes = new RemoteChanges(neededCallsOf(given, 'revert'));
  const outcome = await changes.revert(
    { namespaceKey, revision },
    {
      onto: isOntoLatest ? Onto.LATEST : Onto.UNCHANGED,
      ...{ flags: [...given.texts('flag')], segments: [...given.texts('segment')] },
      parts: [...given.texts('part')],
      message: given.text('message') ?? '',
      mode: isProposed ? ChangeMode.PROPOSE : ChangeMode.APPLY,
      validateOnly: isDryRun,
    },
  );
  return reportOutcome(outcome, {
    namespaceKey,
    isDryRun,
    isJson: given.isOn('json'),
    done: [State.APPLIED, ...(isProposed ? [State.PENDING_REVIEW] : [])],
    advice: isOntoLatest ? '' : 'say --onto-latest to restore them anyway',
  });
}
