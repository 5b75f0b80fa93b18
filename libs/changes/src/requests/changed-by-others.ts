import type { ChangeStep, Revision, SubjectKey } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { stepsOf } from './held-request';

/** Most changes of flags and segments that are looked through, the latest first. */
const MAX_CHANGES = 500;

/**
 * Revisions in which others have changed flags or segments since a change was stored or edited, the latest first. What
 * other steps of its series did is not of others.
 */
export async function changedByOthers(
  stores: Stores,
  request: ChangeStep,
  subjects: readonly SubjectKey[],
): Promise<readonly Revision[]> {
  const { namespaceKey, baseRevision: { revision: base } = { revision: 0 } } = request;
  const changes = await stores.history.itemsAfter(namespaceKey, base, subjects, MAX_CHANGES);
  const own = new Set((await stepsOf(stores, request)).map(({ revision }) => revision?.revision));
  return changes.filter(({ revision }) => !own.has(revision)).map(({ revision }) => ({ revision }));
}
