import { ResourceExhaustedError, type ChangeStep } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { changeLife } from '../life/change-life';
import type { Asker, NewRequest } from './new-change';
import { requestFact } from '../life/request-facts';

/** How many changes may wait. */
export interface ChangeLimits {
  /** Of one namespace. */
  readonly maxWaiting: number;
}

/**
 * Writes changes that wait, and tells of them.
 *
 * @param isNow True if the first one is applied in the same transaction.
 */
export async function storeChanges(
  stores: Stores,
  { caller }: Asker,
  requests: readonly NewRequest[],
  { isNow, limits }: { readonly isNow: boolean; readonly limits: ChangeLimits },
): Promise<void> {
  const [first] = requests;
  await assertRoom(stores, first?.request.namespaceKey ?? '', requests.length - (isNow ? 1 : 0), limits);
  await stores.changeRequests.create(requests.map(({ request }) => request));
  for (const { request, subjects } of requests) await stores.changeSubjects.set(request.id, subjects);
  if (first !== undefined && first.request.seriesId !== '') await begin(stores, first.request);
  const { told } = changeLife[first?.request.state === 'pending' ? 'propose' : 'schedule'];
  const facts = requests.map(({ request }) => requestFact(told, request));
  await stores.audit.append({ origin: caller.origin, at: await stores.time.now(), facts });
}

async function assertRoom(
  { changeRequests }: Stores,
  namespaceKey: string,
  waiting: number,
  { maxWaiting }: ChangeLimits,
): Promise<void> {
  if ((await changeRequests.countOpen(namespaceKey)) + waiting > maxWaiting)
    throw new ResourceExhaustedError(`no more than ${maxWaiting} changes of a namespace may wait`);
}

/** Writes down that a series runs. */
async function begin(
  { changeSeries }: Stores,
  { seriesId: id, namespaceKey, createdAt }: ChangeStep,
): Promise<void> {
  await changeSeries.create({ id, namespaceKey, state: 'running', createdAt, updatedAt: createdAt });
}
