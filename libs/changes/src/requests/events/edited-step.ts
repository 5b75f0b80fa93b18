import {
  withCaller,
  type ChangeCaller,
  type ChangeReview,
  type ChangeSeries,
  type ChangeStep,
  type Instant,
  type ReviewPolicy,
} from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { bypassReasonOf } from '../../commit/direct-writes';
import { blocksOf } from '../approvals/approvals';
import { isHeld } from '../life/change-life';
import { moveSeries } from '../life/move-series';
import { marked, policyOn, type HeldMarks } from '../approvals/policy-on';

/** Who edits a change that waits, and what becomes of its approvals. */
export interface EditedBy {
  readonly caller: ChangeCaller;
  readonly policy: ReviewPolicy;
  /** True if its approvals count no more: another content, another base, or an earlier time. */
  readonly isVoid: boolean;
  /** Why it needs no approvals from now on. */
  readonly held: HeldMarks;
}

/** A change as an edit leaves it. Whoever edits it gives up an approval of their own. */
export function editedStep(
  request: ChangeStep,
  changes: Partial<Pick<ChangeStep, 'plannedAt' | 'after' | 'message' | 'baseRevision' | 'onConflict'>>,
  { caller, policy, isVoid, held }: EditedBy,
): ChangeStep {
  const version = request.version + (isVoid ? 1 : 0);
  const marks = marked(request, version, held);
  const bypassReason = bypassReasonOf(policyOn({ version, ...marks }, policy), request.namespaceKey, caller);
  return {
    ...request,
    ...changes,
    reason: '',
    version,
    ...marks,
    writers: withCaller(request.writers, caller.origin),
    bypassReason: isVoid || bypassReason !== '' ? bypassReason : request.bypassReason,
  };
}

/**
 * Has a change stay blocked whose version is raised though its content was not edited.
 *
 * @param reviews Of the change.
 * @param version That of the change from now on.
 * @returns The reviews as they are then.
 */
export async function keepBlocks(
  { changeRequests }: Stores,
  request: ChangeStep,
  reviews: readonly ChangeReview[],
  version: number,
): Promise<readonly ChangeReview[]> {
  const blocks = blocksOf(request, reviews);
  for (const block of blocks) await changeRequests.moveReview(block, version);
  return reviews.map((review) => (blocks.includes(review) ? { ...review, version } : review));
}

/**
 * Has a series go by the new time of its next step: one that was in conflict goes on, and one that was stopped waits
 * for that time in place of the rest.
 *
 * @returns The series as it is then.
 */
export async function goByTimeOf(
  stores: Stores,
  series: ChangeSeries,
  next: ChangeStep,
  now: Instant,
): Promise<ChangeSeries> {
  if (series.rest !== undefined) {
    const waiting = { ...series, rest: undefined };
    await stores.changeSeries.edit(series, waiting, now);
    return waiting;
  }
  // A step that was in conflict may have got another base meanwhile, and waits since.
  if (series.state !== 'suspended' || isHeld(next)) return series;
  await moveSeries('proceed', stores, series, '');
  return { ...series, state: 'running' };
}
