import { Logger } from '@nestjs/common';
import { quote, messageOf } from '@pennon/domain';
import type { PublishOutcome } from '../publish-round';

/** Most keys of namespaces in a line of the log. */
const MAX_KEYS = 20;

/** Says what becomes of exports, once each. */
export class ExportLog {
  private readonly logger = new Logger('export');

  /** The refusals that were told, so that they are not told with every export. */
  private refused = '';

  constructor(private readonly location: string) {}

  published(outcome: PublishOutcome): void {
    const { location } = this;
    const { written, removed, setBack, omissions, tokens, pruned, pruneFailure } = outcome;
    if (outcome.isChanged) {
      const namespaces = cut(written.map(({ namespaceKey, revision }) => `${namespaceKey}@${revision}`));
      const documents = written.length;
      const fields = { location, documents, namespaces, tokens, pruned };
      this.logger.log({ ...fields, ...(removed.length > 0 && { removed: cut(removed) }) }, 'flags exported');
    }
    if (setBack.length > 0) {
      this.logger.warn(
        { location, namespaces: cut(setBack) },
        'exported revisions are lower than before: the database has another history, which readers follow',
      );
    }
    if (omissions.length > 0) {
      const what = cut(omissions.map(({ namespaceKey, what }) => `${namespaceKey}: ${what}`));
      this.logger.warn({ location, omissions: what }, 'documents cannot say all that is stored');
    }
    if (pruneFailure !== undefined) {
      this.logger.warn({ err: pruneFailure, location }, 'old objects could not be deleted');
    }
    this.tellRefusals(outcome);
  }

  failed(err: unknown, retryInMs: number): void {
    this.logger.error(
      { err, location: this.location, retryInMs: Math.round(retryInMs) },
      'flags cannot be exported; it is tried again until it works',
    );
  }

  recovered(failures: number): void {
    this.logger.log({ location: this.location, failures }, 'flags can be exported again');
  }

  abandoned(): void {
    this.logger.warn({ location: this.location }, 'stopped before an export had come to its end');
  }

  private tellRefusals({ refused }: PublishOutcome): void {
    const told = JSON.stringify(refused);
    if (told === this.refused) return;
    this.refused = told;
    for (const { namespaceKey, reason } of refused.slice(0, MAX_KEYS)) {
      this.logger.error(
        { location: this.location, namespace: namespaceKey, reason },
        'a namespace cannot be exported; readers keep what was exported of it before',
      );
    }
  }
}

/** The first ones, and how many more there are. */
function cut(items: readonly string[]): readonly string[] {
  return items.length <= MAX_KEYS
    ? items
    : [...items.slice(0, MAX_KEYS), `and ${items.length - MAX_KEYS} more`];
}

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
        `warning: namespace ${quote(key)}: its revision is lower than before: the database has another history, which readers follow`,
    ),
    ...(pruneFailure === undefined
      ? []
      : [`warning: old objects were not deleted: ${messageOf(pruneFailure)}`]),
    ...refused.map(
      ({ namespaceKey, reason }) => `error: namespace ${quote(namespaceKey)} was not exported: ${reason}`,
    ),
  ];
}
