import { mayBeRevision, SERVICE_ORIGIN, type Conflict, type Revision, type SubjectKey } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { keptRevision, latestRevision } from './past-states';
import { nameOf } from './subject-state';

/** What stands against a change that is based on a revision. */
export interface BaseConflicts {
  /** True if the revision was lost, in a failover or a restore: then nobody knows what was changed since. */
  readonly isBaseLost: boolean;
  readonly conflicts: readonly Conflict[];
}

/**
 * Those of the subjects that were changed after a revision; all of them if it was lost.
 *
 * @throws NotFoundError if the history does not go back to that revision.
 */
export async function conflictsSince(
  stores: Stores,
  namespaceKey: string,
  base: Revision,
  subjects: readonly SubjectKey[],
): Promise<BaseConflicts> {
  if (await isLost(stores, namespaceKey, base)) {
    const changed = await lastChanges(stores, namespaceKey, 0, subjects);
    const known = new Set(changed.map(nameOf));
    const latest = { revision: await latestRevision(stores, namespaceKey), author: SERVICE_ORIGIN };
    const others = subjects.filter((subject) => !known.has(nameOf(subject)));
    return {
      isBaseLost: true,
      conflicts: [...changed, ...others.map(({ kind, key }) => ({ kind, key, ...latest }))],
    };
  }
  const { revision } = await keptRevision(stores, namespaceKey, base);
  return { isBaseLost: false, conflicts: await lastChanges(stores, namespaceKey, revision, subjects) };
}

/** True for a revision that was given out, and that the history does not have. */
async function isLost(stores: Stores, namespaceKey: string, base: Revision): Promise<boolean> {
  if (base.mark === undefined) return false;
  const latest = await latestRevision(stores, namespaceKey);
  if (base.revision > latest.revision) return true;
  const [known = base] = await stores.history.marked(namespaceKey, [base.revision]);
  return !mayBeRevision(base, known);
}

async function lastChanges(
  { history }: Stores,
  namespaceKey: string,
  above: number,
  subjects: readonly SubjectKey[],
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  const made = new Map<number, Pick<Conflict, 'revision' | 'author'>>();
  for (const { kind, key, revision: number } of await history.lastChanges(namespaceKey, above, subjects)) {
    const entry = made.get(number) ?? (await revisionMade(history, namespaceKey, number));
    made.set(number, entry);
    conflicts.push({ kind, key, ...entry });
  }
  return conflicts;
}

async function revisionMade(
  history: Stores['history'],
  namespaceKey: string,
  number: number,
): Promise<Pick<Conflict, 'revision' | 'author'>> {
  const {
    revision = number,
    mark,
    author = SERVICE_ORIGIN,
  } = (await history.find(namespaceKey, number)) ?? {};
  return { revision: { revision, mark }, author };
}
