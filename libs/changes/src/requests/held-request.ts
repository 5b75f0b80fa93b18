import {
  FailedPreconditionError,
  groupBy,
  NotFoundError,
  quote,
  type ChangeRequest,
  type ChangeReview,
  type ChangeState,
  type Instant,
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

/** True for a change whose time has come. */
export function isDue({ state, dueAt }: Pick<ChangeRequest, 'state' | 'dueAt'>, now: Instant): boolean {
  return state === 'scheduled' && dueAt !== undefined && dueAt <= now;
}

/** The changes with their reviews. */
export async function withReviews(
  { changeRequests, reviewPolicies }: Stores,
  namespaceKey: string,
  requests: readonly ChangeRequest[],
): Promise<readonly ReviewedRequest[]> {
  const policy = await reviewPolicies.of(namespaceKey);
  const all = await changeRequests.reviews(requests.map(({ id }) => id));
  const byChange = groupBy(all, ({ changeId }) => changeId);
  return requests.map((request) => {
    const reviews = byChange.get(request.id) ?? [];
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
  throw closedChange(deed, request);
}

/** True for a change that waits for no step before it: it has none, or that one was applied. */
export async function isNextStep({ changeRequests }: Stores, request: ChangeRequest): Promise<boolean> {
  if (request.step <= 1) return true;
  const steps = await changeRequests.series(request.seriesId);
  return steps.find(({ step }) => step === request.step - 1)?.state === 'applied';
}

/** The steps after a change that still wait. */
export async function laterSteps(
  { changeRequests }: Stores,
  { seriesId, step }: ChangeRequest,
): Promise<readonly ChangeRequest[]> {
  const steps = await changeRequests.series(seriesId);
  return steps.filter((one) => one.step > step && isOpen(one));
}

/** The refusal of a deed that the state of a change does not allow. */
export function closedChange(deed: string, { state }: Pick<ChangeRequest, 'state'>): FailedPreconditionError {
  const options = { info: { reason: 'CHANGE_CLOSED', metadata: { state } } } as const;
  return new FailedPreconditionError(`the change cannot be ${deed}: it is ${state}`, options);
}

function changeNotFound(namespaceKey: string, id: string): NotFoundError {
  return new NotFoundError(`change ${quote(id)} not found in namespace ${quote(namespaceKey)}`);
}
