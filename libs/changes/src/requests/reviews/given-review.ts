import {
  ResourceExhaustedError,
  type ChangeCaller,
  type ChangeRequest,
  type ChangeReview,
  type ChangeStep,
  type ReviewPolicy,
  type ReviewVerdict,
  type Revision,
} from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { assertReleased } from '../../commit/feature-gate';
import { assertReadable } from '../../wanted/stored-change';
import { assertMayApprove, assertReviewer } from '../approvals/assert-may-approve';
import { assertMay } from '../life/change-life';
import { assertVersion } from '../events/held-request';
import type { Asker } from '../new-changes/new-change';
import { assertSeenEffect } from './seen-effect';
import { seriesVersion, stepsOf } from '../life/series-steps';

/** Most reviews of a change with which it takes another comment, or request for changes. */
const MAX_REVIEWS = 500;

/** What a reviewer says. */
export interface GivenReview {
  readonly verdict: ReviewVerdict;
  readonly comment: string;
  /** The version that the reviewer has seen, of a step and all others of its series; undefined for no check. */
  readonly version: number | undefined;
  /** The revision on which the reviewer has seen what the change does; no check unless given. Only for approvals. */
  readonly seenRevision?: Revision | undefined;
}

/** A review of a change as it is now. */
export function reviewBy(
  caller: ChangeCaller,
  { id, namespaceKey, version }: ChangeStep,
  { verdict, comment, seenRevision }: Omit<GivenReview, 'version'>,
  latest: Revision | undefined,
): Omit<ChangeReview, 'at'> {
  const { origin: author, groups } = caller;
  const review = { changeId: id, version, author, verdict, comment };
  if (verdict !== 'approve') return review;
  const { revision } = seenRevision ?? latest ?? {};
  // Kept, because the next session of the reviewer may have others.
  return { ...review, revision, memberships: { roles: [...caller.rolesIn(namespaceKey)].sort(), groups } };
}

/**
 * Refuses a review that is not possible, or an approval that would not count.
 *
 * @throws DomainError as for a review that is given.
 */
export async function assertMayReview(
  stores: Stores,
  asker: Asker,
  request: ChangeStep,
  {
    given,
    policy,
    steps,
  }: { readonly given: GivenReview; readonly policy: ReviewPolicy; readonly steps: readonly ChangeStep[] },
): Promise<void> {
  const { verdict } = given;
  assertMay(verdict, request);
  if (verdict !== 'comment') assertReviewer(asker.caller, request.namespaceKey);
  if (verdict === 'comment' || verdict === 'block') {
    // An earlier version would release what is blocked.
    assertReleased(['reviews'], await stores.features.released());
    if ((await stores.changeRequests.countReviews(request.id)) >= MAX_REVIEWS)
      throw new ResourceExhaustedError(`a change may have no more than ${MAX_REVIEWS} reviews and comments`);
  }
  assertVersion(given.version, seriesVersion(steps));
  if (verdict === 'approve') await assertMayApprove(stores, request, asker.caller.origin, policy);
}

/** Refuses an approval of another effect than the reviewer has seen, as {@link assertSeenEffect} does. */
export async function assertSeen(stores: Stores, request: ChangeRequest, given: GivenReview): Promise<void> {
  const { verdict, seenRevision } = given;
  if (verdict !== 'approve' || seenRevision === undefined) return;
  assertReadable(request.content);
  await assertSeenEffect(stores, await stepsOf(stores, request), seenRevision);
}

/** @throws NewerVersionError if a newer version stored one of the changes. */
export async function assertEachReadable(
  { changeRequests }: Stores,
  steps: readonly ChangeStep[],
): Promise<void> {
  for (const { namespaceKey, id } of steps) {
    const found = await changeRequests.find(namespaceKey, id);
    if (found !== undefined) assertReadable(found.content);
  }
}
