import { DEFAULT_NAMESPACE_KEY } from '@pennon/domain';
import { reportOutcome } from '../changes/report-outcome';
import { changeWishesOf } from '../changes/wanted-change';
import type { Given } from '../command-line/command';
import { readNamespace } from '../command-line/read-values';
import { RemoteChanges } from '../targets/remote-changes';
import { neededCallsOf } from '../targets/server-of';
import type { WantedEdit } from './flag-edit';

/**
 * Has a server edit a flag, now or later, or say what that would do.
 *
 * @param command Name of the command, for errors.
 * @returns the exit code.
 */
export async function applyEdit(command: string, edit: WantedEdit, given: Given): Promise<number> {
  const namespaceKey = readNamespace(given.text('namespace') ?? DEFAULT_NAMESPACE_KEY);
  const { wanted, done } = changeWishesOf(given);
  const isDryRun = given.isOn('dry-run');
  const changes = new RemoteChanges(neededCallsOf(given, command));
  const outcome = await changes.create(namespaceKey, {
    ...wanted,
    validateOnly: isDryRun,
    source: { case: 'edits', value: { flags: [edit] } },
  });
  return reportOutcome(outcome, { namespaceKey, isDryRun, isJson: given.isOn('json'), done });
}
