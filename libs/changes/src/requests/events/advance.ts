import type {
  AuditFact,
  ChangeReview,
  ChangeSeries,
  ChangeStep,
  Instant,
  ReviewPolicy,
} from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { isApproved } from '../approvals/approvals';
import { afterEvent, changeLife, type ChangeEvent } from '../life/change-life';
import { requestFact } from '../life/request-facts';
import { seriesOf, isRunningSeries } from '../life/series-steps';

/** What is known of a change and its series besides the change, in the transaction of an event. */
export interface AroundRequest {
  /** The steps of its series in their order, or the change alone; as they are after the event, but for their states. */
  readonly steps: readonly ChangeStep[];
  readonly policy: ReviewPolicy;
  readonly now: Instant;
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
  { steps, policy, now, reviews, series }: AroundRequest & HeldReviews,
): ChangeStep {
  const { appliesLate } = policy;
  const isRunning = isRunningSeries(series);
  const context = { steps, now, appliesLate, isRunning, isApproved: isApproved(request, reviews, policy) };
  const { state, dueAt } = afterEvent(event, request, context);
  return { ...request, state, dueAt };
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
