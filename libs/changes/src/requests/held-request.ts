import {
  groupBy,
  NotFoundError,
  quote,
  type ChangeRequest,
  type ChangeReview,
  type ChangeStep,
  type Instant,
  type ReviewPolicy,
} from '@pennon/domain';
import type { Stores, Texts } from '@pennon/storage';
import { assertReadable } from '../wanted/wanted-state';
import { isApproved, missingApprovals } from './approvals';
import { afterEvent, assertMay, isOpen, isOverdue, type ChangeEvent } from './change-life';

/** A change that waits or is done with, and what reviewers have said of it. */
export interface ReviewedRequest<Request extends ChangeStep = ChangeRequest> {
  readonly request: Request;
  readonly reviews: readonly ChangeReview[];
  /** How many approvals it lacks; 0 for one that does not wait for any. */
  readonly approvalsMissing: number;
  /** Raised with every edit of it, or of another step of its series. */
  readonly shownVersion: number;
  /** True if its time has passed, and it waits for a new one or for somebody who applies it. */
  readonly isOverdue: boolean;
}

/** The changes with their reviews. @param texts How much of what reviewers said. */
export async function withReviews<Request extends ChangeStep>(
  stores: Stores,
  namespaceKey: string,
  requests: readonly Request[],
  texts: Texts = 'whole',
): Promise<readonly ReviewedRequest<Request>[]> {
  const { changeRequests, reviewPolicies, time } = stores;
  const policy = await reviewPolicies.of(namespaceKey);
  const now = await time.now();
  const all = await changeRequests.reviews(
    requests.map(({ id }) => id),
    texts,
  );
  const byChange = groupBy(all, ({ changeId }) => changeId);
  const seriesIds = [...new Set(requests.map(({ seriesId }) => seriesId))].filter((id) => id !== '');
  const bySeries = groupBy(await changeRequests.steps(seriesIds, 'cut'), ({ seriesId }) => seriesId);
  return requests.map((request) => {
    const reviews = byChange.get(request.id) ?? [];
    const steps = bySeries.get(request.seriesId) ?? [request];
    return {
      ...{ request, reviews },
      approvalsMissing: isOpen(request) ? approvalsMissing(request, reviews, policy) : 0,
      shownVersion: seriesVersion(steps),
      isOverdue: isOverdue(request, steps, now),
    };
  });
}

/** Those of the changes that there are with their reviews, in the order of the ids. */
export async function findEachReviewed(
  stores: Stores,
  namespaceKey: string,
  ids: readonly string[],
): Promise<readonly ReviewedRequest[]> {
  const found: ChangeRequest[] = [];
  for (const id of ids) {
    const request = await stores.changeRequests.find(namespaceKey, id);
    if (request !== undefined) found.push(request);
  }
  return found.length === 0 ? [] : withReviews(stores, namespaceKey, found);
}

/** A change with its reviews. @throws NotFoundError if there is none such. */
export async function findReviewed(
  stores: Stores,
  namespaceKey: string,
  id: string,
): Promise<ReviewedRequest> {
  const [reviewed] = await findEachReviewed(stores, namespaceKey, [id]);
  if (reviewed === undefined) throw changeNotFound(namespaceKey, id);
  return reviewed;
}

/**
 * A change to which something happens, which nobody else edits or reviews until the transaction ends.
 *
 * @throws NotFoundError if there is none such.
 * @throws FailedPreconditionError if that cannot happen in its state.
 * @throws NewerVersionError if a newer version stored it, unless it is cancelled: that takes no knowledge of its
 *   content.
 */
export async function holdFor(
  event: ChangeEvent,
  { changeRequests }: Stores,
  namespaceKey: string,
  id: string,
): Promise<ChangeRequest> {
  const request = await changeRequests.findAndHold(namespaceKey, id);
  if (request === undefined) throw changeNotFound(namespaceKey, id);
  assertMay(event, request);
  if (event !== 'cancel') assertReadable(request.content);
  return request;
}

/** The steps of the series of a change in their order, or the change alone. */
export async function stepsOf(
  { changeRequests }: Stores,
  request: ChangeStep,
): Promise<readonly ChangeStep[]> {
  return request.seriesId === '' ? [request] : changeRequests.steps([request.seriesId]);
}

/** The steps after a change that still wait. */
export function stepsAfter({ step }: ChangeStep, steps: readonly ChangeStep[]): readonly ChangeStep[] {
  return steps.filter((one) => one.step > step && isOpen(one));
}

/** Raised with every edit of a step: what a reviewer has seen of all of them. */
export function seriesVersion(steps: readonly ChangeStep[]): number {
  return steps.reduce((sum, { version }) => sum + version - 1, 1);
}

/** Writes down where the event leads. @param request As it is, with what the event changes of it. */
export async function advance(
  event: ChangeEvent,
  stores: Stores,
  request: ChangeStep,
  {
    steps,
    policy,
    now,
  }: { readonly steps: readonly ChangeStep[]; readonly policy: ReviewPolicy; readonly now: Instant },
): Promise<ChangeStep> {
  const reviews = await stores.changeRequests.reviews([request.id]);
  const { appliesLate } = policy;
  const context = { steps, now, appliesLate, isApproved: isApproved(request, reviews, policy) };
  const moved = afterEvent(event, request, context);
  await stores.changeRequests.edit(request, moved, now);
  return { ...request, ...moved };
}

function approvalsMissing(
  request: ChangeStep,
  reviews: readonly ChangeReview[],
  policy: ReviewPolicy,
): number {
  return request.bypassReason === '' ? missingApprovals(request, reviews, policy) : 0;
}

function changeNotFound(namespaceKey: string, id: string): NotFoundError {
  return new NotFoundError(`change ${quote(id)} not found in namespace ${quote(namespaceKey)}`);
}
