import {
  type ChangeStep,
  groupBy,
  NO_REVIEW,
  NotFoundError,
  quote,
  type ChangeRequest,
  type ChangeReview,
  type Instant,
  type RequiredReviewer,
  type ReviewPolicy,
  type SeriesState,
} from '@pennon/domain';
import type { ChangeRequestQuery, Stores, SubjectHead, Texts } from '@pennon/storage';
import { blocksOf, missingApprovals, missingReviewers } from './approvals';
import { isNext, isOpen, isOverdue, maySeries, plannedTime } from '../life/change-life';
import { seriesVersion } from '../life/series-steps';

/** A change that waits or is done with, and what reviewers have said of it. */
export interface ReviewedRequest<Request extends ChangeStep = ChangeRequest> {
  readonly request: Request;
  readonly reviews: readonly ChangeReview[];
  /** How many approvals it lacks; 0 for one that does not wait for any. */
  readonly approvalsMissing: number;
  /** Required reviewers of whom it lacks an approval; none for one that does not wait for any. */
  readonly reviewersMissing: readonly RequiredReviewer[];
  /** True if a reviewer has asked for changes of it, and it waits for these. */
  readonly isBlocked: boolean;
  /** Raised with every edit of it, or of another step of its series. */
  readonly shownVersion: number;
  /** True if its time has passed, and it waits for a new one or for somebody who applies it. */
  readonly isOverdue: boolean;
  /** What it names; nothing for a change that a version before stored. */
  readonly head: SubjectHead;
  readonly policy: ReviewPolicy;
  /** True if it waits for no step before it, and its series is not stopped. */
  readonly isNext: boolean;
  /** True if its time has come. */
  readonly isReached: boolean;
}

/** A change, and what is known of it besides. */
interface KnownRequest<Request extends ChangeStep> {
  readonly request: Request;
  readonly policy: ReviewPolicy;
  readonly head: SubjectHead;
  /** Undefined for a change that is alone, and for a series of a version before. */
  readonly seriesState: SeriesState | undefined;
}

/** The changes, of any namespaces, with their reviews. @param texts How much of what reviewers said. */
export async function withReviews<Request extends ChangeStep>(
  stores: Stores,
  requests: readonly Request[],
  texts: Texts = 'whole',
): Promise<readonly ReviewedRequest<Request>[]> {
  if (requests.length === 0) return [];
  const policies = await stores.reviewPolicies.ofEach(
    new Set(requests.map(({ namespaceKey }) => namespaceKey)),
  );
  const heads = await stores.changeSubjects.heads(requests.map(({ id }) => id));
  const series = await stores.changeSeries.among(seriesOfAll(requests));
  const states = new Map(series.map(({ id, state }) => [id, state]));
  const known = requests.map((request) => ({
    request,
    policy: policies.get(request.namespaceKey) ?? NO_REVIEW,
    head: heads.get(request.id) ?? { subjects: [], leftOut: 0 },
    seriesState: states.get(request.seriesId),
  }));
  return reviewed(stores, known, await stores.time.now(), texts);
}

/** A page of changes with their reviews, and the beginning of their texts. Three statements. */
export async function reviewedPage(
  stores: Stores,
  query: ChangeRequestQuery,
): Promise<readonly ReviewedRequest<ChangeStep>[]> {
  const { changes, now } = await stores.changeLists.page(query);
  const known = changes.map(({ step: request, ...others }) => ({ ...others, request }));
  return reviewed(stores, known, now, 'cut');
}

async function reviewed<Request extends ChangeStep>(
  { changeRequests }: Stores,
  known: readonly KnownRequest<Request>[],
  now: Instant,
  texts: Texts,
): Promise<readonly ReviewedRequest<Request>[]> {
  const requests = known.map(({ request }) => request);
  const all = await changeRequests.reviews(
    requests.map(({ id }) => id),
    texts,
  );
  const byChange = groupBy(all, ({ changeId }) => changeId);
  const bySeries = groupBy(
    await changeRequests.steps(seriesOfAll(requests), 'cut'),
    ({ seriesId }) => seriesId,
  );
  return known.map(({ request, policy, head, seriesState }) => {
    const reviews = byChange.get(request.id) ?? [];
    const steps = bySeries.get(request.seriesId) ?? [request];
    return {
      ...{ request, reviews, head, policy },
      isNext: isNext(request, steps) && mayProceed(seriesState),
      isReached: plannedTime(request, steps) <= now,
      ...missingOf(request, reviews, policy),
      isBlocked: isOpen(request) && blocksOf(request, reviews).length > 0,
      shownVersion: seriesVersion(steps),
      isOverdue: seriesState !== 'paused' && isOverdue(request, steps, now),
    };
  });
}

/** The approvals that a change lacks, by these of its reviews; none for a change that does not wait for any. */
export function missingOf(
  request: ChangeStep,
  reviews: readonly ChangeReview[],
  policy: ReviewPolicy,
): Pick<ReviewedRequest, 'approvalsMissing' | 'reviewersMissing'> {
  if (!isOpen(request) || request.bypassReason !== '') return { approvalsMissing: 0, reviewersMissing: [] };
  return {
    approvalsMissing: missingApprovals(request, reviews, policy),
    reviewersMissing: missingReviewers(request, reviews, policy),
  };
}

/** True if a person may apply the next step of a series. */
function mayProceed(state: SeriesState | undefined): boolean {
  return state === undefined || state === 'running' || maySeries('proceed', { state });
}

function seriesOfAll(requests: readonly ChangeStep[]): readonly string[] {
  return [...new Set(requests.map(({ seriesId }) => seriesId))].filter((id) => id !== '');
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
  return withReviews(stores, found);
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

export function changeNotFound(namespaceKey: string, id: string): NotFoundError {
  return new NotFoundError(`change ${quote(id)} not found in namespace ${quote(namespaceKey)}`);
}
