import type { AuditOrigin, ChangeRequest, ChangeSeries, Release, Revision } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import type { Trail } from '../../commit/trail';
import { releaseImage } from '../../import/tally';
import { advance } from '../events/advance';
import { approversNow, assertApproved } from '../approvals/assert-approved';
import { assertMaySeries, changeLife, plannedTime } from '../life/change-life';
import { isAsSeen, OvertakenChangeError } from '../events/held-request';
import { moveSeries } from '../life/move-series';
import { requestFact } from '../life/request-facts';
import { holdSeriesOf, stepsAfter, stepsOf } from '../life/series-steps';

/** How a change is marked as applied. */
export interface Settlement {
  readonly event: 'apply' | 'reach';
  readonly bypassReason: string;
  /** True if whoever applies it passes by approvals and blocks. */
  readonly isForced: boolean;
  /** True for a change that is made and applied at once: it cannot be late. */
  readonly isNew: boolean;
  /** Undefined for a change whose time has come. */
  readonly appliedBy?: AuditOrigin;
  /** What is written before the change is marked as applied. */
  readonly before: (stores: Stores) => Promise<void>;
}

/** What has come of a change. */
export interface Made {
  /** Undefined if there was nothing to change. */
  readonly revision: Revision | undefined;
  /** What the next step is based on. */
  readonly base: Revision | undefined;
  readonly trail: Trail | undefined;
  /** True for a change of edits. */
  readonly isOfEdits: boolean;
}

/** Writes down, in the transaction of the change, that it is done, and what that means for the steps after it. */
export async function settle(
  stores: Stores,
  seen: ChangeRequest,
  { event, bypassReason, isForced, isNew, appliedBy, before }: Settlement,
  { revision, base, trail, isOfEdits }: Made,
): Promise<void> {
  const { changeRequests, reviewPolicies, time } = stores;
  await before(stores);
  const series = await holdSeriesOf(stores, seen);
  if (series !== undefined) await assertMayProceed(stores, series, event);
  const request = await changeRequests.findAndHold(seen.namespaceKey, seen.id);
  if (request === undefined || !isAsSeen(event, request, seen)) throw new OvertakenChangeError();
  const done = trail && { items: trail.items, mergedUpTo: trail.mergedUpTo, isOfEdits };
  const approvedBy = await (isForced ? approversNow : assertApproved)(stores, request, done);
  const release: Release = { ...(appliedBy !== undefined && { appliedBy }), approvedBy };
  trail?.released(release);
  const now = await time.now();
  const { to: state } = changeLife[event];
  await changeRequests.edit(request, { state, revision, bypassReason, reason: '' }, now);
  // What changes flags is told with what it does.
  if (revision === undefined) {
    const fact = requestFact('applied', { ...request, state: 'applied' }, releaseImage(release));
    await stores.audit.append({ origin: request.author, at: now, facts: [fact] });
  }
  let steps = await stepsOf(stores, request);
  const delay = isNew ? 0 : now - plannedTime(request, steps);
  // The time between two steps is kept: those that have times of their own are moved by what this one is late.
  if (delay > 0 && stepsAfter(request, steps).some(({ plannedAt }) => plannedAt !== undefined)) {
    await changeRequests.postpone(request, delay);
    steps = await stepsOf(stores, request);
  }
  const [next] = stepsAfter(request, steps);
  if (next === undefined) {
    if (series !== undefined) await moveSeries('finish', stores, { ...series, state: 'running' }, '');
    return;
  }
  // A step of a version before is based on the revision that the one before it made.
  if (next.onConflict === undefined) await changeRequests.edit(next, { baseRevision: base }, now);
  const policy = await reviewPolicies.of(request.namespaceKey);
  await advance('follow', stores, next, { steps, policy, now });
}

/**
 * Lets a step of a series be applied: at its time only while the series runs, and by a person also while a step is in
 * conflict, whereby the series goes on.
 *
 * @throws OvertakenChangeError for a step whose time has come, and FailedPreconditionError for a person.
 */
async function assertMayProceed(
  stores: Stores,
  series: ChangeSeries,
  event: Settlement['event'],
): Promise<void> {
  if (series.state === 'running') return;
  if (event === 'reach') throw new OvertakenChangeError();
  assertMaySeries('proceed', series);
  await moveSeries('proceed', stores, series, '');
}
