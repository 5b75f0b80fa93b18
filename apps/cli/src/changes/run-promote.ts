import { pennonChanges } from '@pennon/proto';
import type { Given } from '../command-line/command';
import { readNamespace } from '../command-line/read-values';
import { RemoteChanges } from '../targets/remote-changes';
import { neededCallsOf } from '../targets/server-of';
import { reportOutcome } from './report-outcome';
import { changeWishesOf, createChange } from './wanted-change';

const { PromoteSource_IncludeSegments: IncludeSegments } = pennonChanges;

/** Copies flags from one namespace to another. @returns the exit code. */
export async function runPromote(given: Given): Promise<number> {
  const [from, namespaceKey] = [readNamespace(given.args[0]), readNamespace(given.args[1])];
  const { wanted, done } = changeWishesOf(given);
  const isDryRun = given.isOn('dry-run');
  const changes = new RemoteChanges(neededCallsOf(given, 'promote'));
  const outcome = await createChange(changes, namespaceKey, {
    ...wanted,
    validateOnly: isDryRun,
    source: {
      case: 'promote',
      value: {
        fromNamespace: from,
        flags: [...given.texts('flag')],
        includeSegments: given.isOn('all-segments') ? IncludeSegments.ALL : IncludeSegments.MISSING,
      },
    },
  });
  return reportOutcome(outcome, { namespaceKey, isDryRun, isJson: given.isOn('json'), done });
}
