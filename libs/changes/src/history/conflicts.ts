import {
  invalidField,
  revisionText,
  SERVICE_ORIGIN,
  type Conflict,
  type Revision,
  type SubjectKey,
} from '@pennon/domain';
import { nameOf } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { compareSubjects } from './namespace-history';
import { keptRevision, latestRevision, LostRevisionError } from './past-states';

/** What stands against a change that is based on a revision. */
export interface BaseConflicts {
  /** True if the revision was lost, in a failover or a restore: then nobody knows what was changed since. */
  readonly isBaseLost: boolean;
  /** By kind and key. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Those of the subjects that were changed after a revision; all of them if it was lost.
 *
 * @param isRaised True in a transaction that has raised the revision already: that one is not there for anybody else.
 * @throws NotFoundError if the history does not go back to that revision.
 */
export async function conflictsSince(
  stores: Stores,
  namespaceKey: string,
  base: Revision,
  subjects: readonly SubjectKey[],
  isRaised = false,
): Promise<BaseConflicts> {
  try {
    const { revision } = await keptRevision(stores, namespaceKey, base);
    const conflicts = await lastChanges(stores, namespaceKey, revision, subjects);
    return { isBaseLost: false, conflicts: conflicts.toSorted(compareSubjects) };
  } catch (error) {
    if (!(error instanceof LostRevisionError)) throw error;
    const conflicts = await allMakersOf(stores, namespaceKey, subjects, isRaised);
    return { isBaseLost: true, conflicts: conflicts.toSorted(compareSubjects) };
  }
}

/** Those of the subjects that the history knows of, each with the latest revision that changed it. */
export async function makersOf(
  stores: Stores,
  namespaceKey: string,
  subjects: readonly SubjectKey[],
): Promise<readonly Conflict[]> {
  return lastChanges(stores, namespaceKey, 0, subjects);
}

/** All of the subjects, each with the latest revision that changed it, or else the latest one. */
export async function allMakersOf(
  stores: Stores,
  namespaceKey: string,
  subjects: readonly SubjectKey[],
  isRaised = false,
): Promise<readonly Conflict[]> {
  const changed = await makersOf(stores, namespaceKey, subjects);
  const known = new Set(changed.map(nameOf));
  const latest = await latestRevision(stores, namespaceKey);
  const number = latest.revision - (isRaised ? 1 : 0);
  const [revision = latest] = await stores.history.marked(namespaceKey, [number]);
  const others = subjects.filter((subject) => !known.has(nameOf(subject)));
  return [...changed, ...others.map(({ kind, key }) => ({ kind, key, revision, author: SERVICE_ORIGIN }))];
}

async function lastChanges(
  { history }: Stores,
  namespaceKey: string,
  above: number,
  subjects: readonly SubjectKey[],
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  const made = new Map<number, RevisionMade>();
  for (const { kind, key, revision: number } of await history.lastChanges(namespaceKey, above, subjects)) {
    const entry = made.get(number) ?? (await revisionMade(history, namespaceKey, number));
    made.set(number, entry);
    conflicts.push({ kind, key, ...entry });
  }
  return conflicts;
}

/** A revision with its mark, and who made it. */
export interface RevisionMade extends Pick<Conflict, 'revision' | 'author'> {
  /** The last revision that it may be, of one that the history does not have any more. */
  readonly upTo?: number | undefined;
}

/** A revision that the history does not have any more. @param upTo The last that it may be. */
export function forgotten(upTo: number): RevisionMade {
  return { revision: undefined, author: SERVICE_ORIGIN, upTo };
}

/** The last revision that any of these may be; 0 for none. */
export function latestAmong(made: readonly Pick<RevisionMade, 'revision' | 'upTo'>[]): number {
  return made.reduce((last, { revision, upTo = 0 }) => Math.max(last, revision?.revision ?? upTo), 0);
}

/** Who made a revision: this service, if the history does not say. */
export async function revisionMade(
  history: Stores['history'],
  namespaceKey: string,
  number: number,
): Promise<RevisionMade> {
  const {
    revision = number,
    mark,
    author = SERVICE_ORIGIN,
  } = (await history.find(namespaceKey, number)) ?? {};
  return { revision: { revision, mark }, author };
}

/** Why nothing can be based on a revision that was lost. */
export function lostText(base: Revision): string {
  return (
    `revision ${revisionText(base)} was lost, in a failover or by a restored backup: look at what the namespace is ` +
    'now, and base the change on that'
  );
}

/**
 * Refuses a base that was never given out. One with a mark was, and is lost.
 *
 * @throws InvalidFieldError
 */
export function assertNotAhead(base: Revision, latest: number): void {
  if (base.mark === undefined && base.revision > latest)
    throw invalidField('baseRevision', `is ${base.revision}, and the latest revision is ${latest}`);
}
