import { ConflictError, type ChangeRequest, type ChangeStep } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { assertReadable } from '../../wanted/stored-change';
import { assertMay, changeLife, type ChangeEvent } from '../life/change-life';
import { changeNotFound } from '../approvals/reviewed-request';
import { holdSeriesOf } from '../life/series-steps';

/**
 * A change to which something happens, which nobody else edits or reviews until the transaction ends. The series of a
 * step is held before it.
 *
 * @throws NotFoundError if there is none such.
 * @throws FailedPreconditionError if that cannot happen in its state.
 * @throws NewerVersionError if a newer version stored it, unless it is cancelled or commented on: that takes no
 *   knowledge of its content.
 */
export async function holdFor(
  event: ChangeEvent,
  stores: Stores,
  namespaceKey: string,
  id: string,
): Promise<ChangeRequest> {
  const { changeRequests } = stores;
  const seen = await changeRequests.find(namespaceKey, id);
  if (seen !== undefined) await holdSeriesOf(stores, seen);
  const request = seen && (await changeRequests.findAndHold(namespaceKey, id));
  if (request === undefined) throw changeNotFound(namespaceKey, id);
  assertMay(event, request);
  if (event !== 'cancel' && event !== 'comment') assertReadable(request.content);
  return request;
}

/** True unless somebody has applied, ended, edited or moved the change since it was seen. */
export function isAsSeen(event: 'apply' | 'reach', request: ChangeStep, seen: ChangeStep): boolean {
  const { from } = changeLife[event];
  if (!from.some((state) => state === request.state) || request.version !== seen.version) return false;
  return event === 'apply' || request.dueAt === seen.dueAt;
}

/** Somebody else has applied the change, or edited it, meanwhile. */
export class OvertakenChangeError extends ConflictError {
  constructor() {
    super('the change was applied or edited meanwhile', { info: { reason: 'CHANGE_EDITED' } });
  }
}

/**
 * @param version The version that a caller has seen, of a change or of all steps of its series; undefined for no check.
 * @throws ConflictError if it is another one by now.
 */
export function assertVersion(version: number | undefined, latest: number): void {
  if (version === undefined || version === latest) return;
  throw new ConflictError(`the change was edited: it is at version ${latest}, not ${version}`, {
    info: { reason: 'CHANGE_EDITED' },
  });
}
