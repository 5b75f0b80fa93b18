import {
  groupBy,
  NO_REVIEW,
  NotFoundError,
  quote,
  type AuditFact,
  type ChangeRequest,
  type ChangeReview,
  type ChangeSeries,
  type ChangeStep,
  type Instant,
  type RequiredReviewer,
  type ReviewPolicy,
  type SeriesState,
} from '@pennon/domain';
import type { ChangeRequestQuery, Stores, SubjectHead, Texts } from '@pennon/storage';
import { latestAmong, type RevisionMade } from '../history/conflicts';
import { assertReadable } from '../wanted/stored-change';
import { blocksOf, isApproved, missingApprovals, missingReviewers, reviewsAfterMerge } from './approvals';
import {
  afterEvent,
  assertMay,
  changeLife,
  isNext,
  isOpen,
  isOverdue,
  maySeries,
  plannedTime,
  type ChangeEvent,
} from './change-life';
import { requestFact } from './request-facts';

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
    const lacks = isOpen(request) && request.bypassReason === '';
    return {
      ...{ request, reviews, head, policy },
      isNext: isNext(request, steps) && mayProceed(seriesState),
      isReached: plannedTime(request, steps) <= now,
      approvalsMissing: lacks ? missingApprovals(request, reviews, policy) : 0,
      reviewersMissing: lacks ? missingReviewers(request, reviews, policy) : [],
      isBlocked: isOpen(request) && blocksOf(request, reviews).length > 0,
      shownVersion: seriesVersion(steps),
      isOverdue: seriesState !== 'paused' && isOverdue(request, steps, now),
    };
  });
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

/** The steps of the series of a change in their order, or the change alone. */
export async function stepsOf(
  { changeRequests }: Stores,
  request: ChangeStep,
): Promise<readonly ChangeStep[]> {
  return request.seriesId === '' ? [request] : changeRequests.steps([request.seriesId]);
}

/** The series of a step; undefined for a change that is alone, and for a series of a version before. */
export async function seriesOf(
  { changeSeries }: Stores,
  { namespaceKey, seriesId }: ChangeStep,
): Promise<ChangeSeries | undefined> {
  return seriesId === '' ? undefined : changeSeries.find(namespaceKey, seriesId);
}

/**
 * The same, which nobody else steers until the transaction ends. Whoever holds a series and its steps holds the series
 * first: in two orders, two transactions would wait for each other.
 */
export async function holdSeriesOf(
  { changeSeries }: Stores,
  { namespaceKey, seriesId }: ChangeStep,
): Promise<ChangeSeries | undefined> {
  return seriesId === '' ? undefined : changeSeries.findAndHold(namespaceKey, seriesId);
}

/** True if nobody keeps the steps of a series from being applied. */
export function isRunningSeries(series: ChangeSeries | undefined): boolean {
  return series === undefined || series.state === 'running';
}

/** The steps after a change that still wait. */
export function stepsAfter({ step }: ChangeStep, steps: readonly ChangeStep[]): readonly ChangeStep[] {
  return steps.filter((one) => one.step > step && isOpen(one));
}

/** Raised with every edit of a step: what a reviewer has seen of all of them. */
export function seriesVersion(steps: readonly ChangeStep[]): number {
  return steps.reduce((sum, { version }) => sum + version - 1, 1);
}

/** What is known of a change and its series besides the change, in the transaction of an event. */
export interface AroundRequest {
  /** The steps of its series in their order, or the change alone; as they are after the event, but for their states. */
  readonly steps: readonly ChangeStep[];
  readonly policy: ReviewPolicy;
  readonly now: Instant;
  /** True for a change that has lost its time, and that the event gives none; false unless given. */
  readonly staysStopped?: boolean;
}

/** What decides where an event leads. */
interface HeldReviews {
  /** Of the change. */
  readonly reviews: readonly ChangeReview[];
  /** Undefined for a change that is alone, and for a series of a version before. */
  readonly series: ChangeSeries | undefined;
}

/** Writes down where the event leads. @param request As it is, with what the event changes of it. */
export async function advance(
  event: ChangeEvent,
  stores: Stores,
  request: ChangeStep,
  around: AroundRequest,
): Promise<ChangeStep> {
  const reviews = await stores.changeRequests.reviews([request.id]);
  const moved = advanced(event, request, { ...around, reviews, series: await seriesOf(stores, request) });
  await stores.changeRequests.edit(request, { state: moved.state, dueAt: moved.dueAt }, around.now);
  return moved;
}

/** Where the event leads. @param request As {@link advance} takes it. @param reviews Of the change. */
export function advanced(
  event: ChangeEvent,
  request: ChangeStep,
  { steps, policy, now, staysStopped = false, reviews, series }: AroundRequest & HeldReviews,
): ChangeStep {
  const { appliesLate } = policy;
  const isRunning = isRunningSeries(series) && !staysStopped;
  const context = { steps, now, appliesLate, isRunning, isApproved: isApproved(request, reviews, policy) };
  const { state, dueAt } = afterEvent(event, request, context);
  return { ...request, state, dueAt };
}

/** The change as it is reviewed once it is merged over what others have changed. */
export function mergedRequest(
  found: ReviewedRequest,
  mergedOver: readonly Pick<RevisionMade, 'revision' | 'upTo'>[],
): ReviewedRequest {
  const { request, policy } = found;
  if (!isOpen(request) || request.bypassReason !== '') return found;
  const reviews = reviewsAfterMerge(found.reviews, latestAmong(mergedOver), policy);
  return {
    ...found,
    approvalsMissing: missingApprovals(request, reviews, policy),
    reviewersMissing: missingReviewers(request, reviews, policy),
  };
}

/** True if it has lost approvals by what others have done. @param merged As {@link mergedRequest} gives it. */
export function isOutdated({
  request,
  reviews,
  policy,
  approvalsMissing,
  reviewersMissing,
}: ReviewedRequest): boolean {
  if (!isOpen(request) || request.bypassReason !== '') return false;
  return (
    approvalsMissing > missingApprovals(request, reviews, policy) ||
    reviewersMissing.length > missingReviewers(request, reviews, policy).length
  );
}

/** Gives up some steps. @returns What is told of them. */
export async function abandon(
  { changeRequests }: Stores,
  steps: readonly ChangeStep[],
  reason: string,
  now: Instant,
): Promise<readonly AuditFact[]> {
  const facts: AuditFact[] = [];
  const { to: state, told } = changeLife.abandon;
  for (const step of steps) {
    if (!(await changeRequests.edit(step, { state, reason }, now))) continue;
    facts.push(requestFact(told, { ...step, state }, { reason }));
  }
  return facts;
}

function changeNotFound(namespaceKey: string, id: string): NotFoundError {
  return new NotFoundError(`change ${quote(id)} not found in namespace ${quote(namespaceKey)}`);
}
