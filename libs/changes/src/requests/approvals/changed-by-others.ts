import type { ChangeStep, SubjectKey } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { earliestKnown } from '../../history/past-states';
import { stepsOf } from '../life/series-steps';

/**
 * The last revision in which others have changed flags or segments since a change was stored or edited; 0 for none.
 * What other steps of its series did is not of others. A revision that the history does not have any more may have been
 * one of theirs.
 */
export async function changedByOthers(
  stores: Stores,
  request: ChangeStep,
  subjects: readonly SubjectKey[],
): Promise<number> {
  const { namespaceKey, baseRevision: { revision: base } = { revision: 0 } } = request;
  const own = (await stepsOf(stores, request)).flatMap(({ revision }) => revision?.revision ?? []);
  const changes = await stores.history.lastChanges(namespaceKey, base, subjects, own);
  const known = await earliestKnown(stores, namespaceKey);
  return changes.reduce((last, { revision }) => Math.max(last, revision), known > base ? known : 0);
}
