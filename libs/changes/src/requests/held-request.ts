import {
  FailedPreconditionError,
  NotFoundError,
  quote,
  type ChangeRequest,
  type ChangeReview,
  type ChangeState,
} from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { missingApprovals } from './approvals';

/** A change that waits or is done with, and what reviewers have said of it. */
export interface ReviewedRequest {
  readonly request: ChangeRequest;
  readonly reviews: readonly ChangeReview[];
  /** How many approvals it lacks; 0 for one that does not wait for any. */
  readonly approvalsMissing: number;
}

/** True for a change that waits. */
export function isOpen({ state }: Pick<ChangeRequest, 'state'>): boolean {
  return state === 'pending' || state === 'scheduled';
}

/** The changes with their reviews. */
export async function withReviews(
  { changeRequests, reviewPolicies }: Stores,
  namespaceKey: string,
  requests: readonly ChangeRequest[],
): Promise<readonly ReviewedRequest[]> {
  const policy = await reviewPolicies.of(namespaceKey);
  const all = await changeRequests.reviews(requests.map(({ id }) => id));
  return requests.map((request) => {
    const reviews = all.filter(({ changeId }) => changeId === request.id);
    const approvalsMissing = isOpen(request) ? missingApprovals(request, reviews, policy) : 0;
    return { request, reviews, approvalsMissing };
  });
}

/** A change with its reviews. @throws NotFoundError if there is none such. */
export async function findReviewed(
  stores: Stores,
  namespaceKey: string,
  id: string,
): Promise<ReviewedRequest> {
  const request = await stores.changeRequests.find(namespaceKey, id);
  const [reviewed] = request === undefined ? [] : await withReviews(stores, namespaceKey, [request]);
  if (reviewed === undefined) throw changeNotFound(namespaceKey, id);
  return reviewed;
}

/**
 * A change that waits, which nobody else edits or reviews until the transaction ends.
 *
 * @param deed What is to be done with it, for the error: `cancelled`.
 * @param also States in which it may be done, beside those of waiting.
 * @throws NotFoundError if there is none such.
 * @throws FailedPreconditionError if it is in another state.
 */
export async function holdOpen(
  { changeRequests }: Stores,
  namespaceKey: string,
  id: string,
  deed: string,
  also: readonly ChangeState[] = [],
): Promise<ChangeRequest> {
  const request = await changeRequests.findAndHold(namespaceKey, id);
  if (request === undefined) throw changeNotFound(namespaceKey, id);
  if (isOpen(request) || also.includes(request.state)) return request;
  throw new FailedPreconditionError(`the change cannot be ${deed}: it is ${request.state}`);
}

/** @throws FailedPreconditionError if the step before it was not applied. */
export async function assertStepBefore({ changeRequests }: Stores, request: ChangeRequest): Promise<void> {
  if (request.step <= 1) return;
  const steps = await changeRequests.series(request.seriesId);
  const before = steps.find(({ step }) => step === request.step - 1);
  if (before?.state === 'applied') return;
  throw new FailedPreconditionError(`step ${request.step - 1} comes first, and was not applied`);
}

function changeNotFound(namespaceKey: string, id: string): NotFoundError {
  return new NotFoundError(`change ${quote(id)} not found in namespace ${quote(namespaceKey)}`);
}
