import { quote } from '@pennon/domain';
import { type PublishOutcome } from '@pennon/publication';

/** What became of an export, in lines for people; what has to be looked at comes last. */
export function describeOutcome(outcome: PublishOutcome): readonly string[] {
  const { written, removed, setBack, refused, omissions, tokens, pruned, pruneFailure } = outcome;
  return [
    ...(outcome.isChanged ? [] : ['nothing has changed since the last export']),
    ...written.map(
      ({ namespaceKey, revision, size }) =>
        `namespace ${quote(namespaceKey)}: revision ${revision} exported, ${size} bytes`,
    ),
    ...removed.map((key) => `namespace ${quote(key)}: not there any more, removed`),
    ...(tokens === undefined
      ? []
      : [`hashes of ${tokens} client ${tokens === 1 ? 'token' : 'tokens'} exported`]),
    ...(pruned === 0 ? [] : [`${pruned} old ${pruned === 1 ? 'object' : 'objects'} deleted`]),
    ...omissions.map(({ namespaceKey, what }) => `warning: namespace ${quote(namespaceKey)}: ${what}`),
    ...setBack.map(
      (key) =>
        `warning: namespace ${quote(key)}: its revision is lower than before; readers refuse it until they are started again`,
    ),
    ...(pruneFailure === undefined
      ? []
      : [`warning: old objects were not deleted: ${reasonOf(pruneFailure)}`]),
    ...refused.map(
      ({ namespaceKey, reason }) => `error: namespace ${quote(namespaceKey)} was not exported: ${reason}`,
    ),
  ];
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
