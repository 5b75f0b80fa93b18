import { isDeepStrictEqual } from 'node:util';
import {
  ConflictError,
  invalidField,
  NotFoundError,
  quote,
  ResourceExhaustedError,
  type ChangeCaller,
  type ChangeRequest,
  type ChangeReview,
  type ChangeStep,
  type ReviewPolicy,
  type ReviewVerdict,
  type Revision,
} from '@pennon/domain';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { assertNoBypass } from '../commit/direct-writes';
import { assertReleased } from '../commit/feature-gate';
import { isForAll } from '../commit/policy-scope';
import { assertFeaturesKnown } from '../history/newer-version';
import { assertReadable } from '../wanted/stored-change';
import { assertMayApprove, assertReviewer, isApproved } from './approvals';
import { assertPolicy, canonicalPolicy } from './assert-policy';
import type { CarryOut } from './carry-out';
import { assertMay, changeLife, isTimed, mayHappen } from './change-life';
import type { ChangeRequests } from './change-requests';
import {
  advance,
  findReviewed,
  holdFor,
  isOutdated,
  isRunningSeries,
  seriesOf,
  seriesVersion,
  stepsAfter,
  stepsOf,
} from './held-request';
import type { Asker } from './new-change';
import { take } from './request-claim';
import { policyFact, requestFact } from './request-facts';
import { assertSeenEffect } from './seen-effect';
import type { ChangeResult } from './step-plans';
import { holdWaiting } from './waiting-under-policy';

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

/** A policy that was set. */
export interface SetPolicy {
  readonly policy: ReviewPolicy;
  /** How many changes that waited lack no approval any more. */
  readonly released: number;
}

/** Reviews of changes, and the policies that want them. */
export class Reviews {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly requests: ChangeRequests,
    private readonly carryOut: CarryOut,
  ) {}

  /**
   * Takes down what a reviewer says of a change, and of the steps after it that wait. After the last approval it is
   * applied, at once or at its time; a rejection ends it. If it is to be applied at once and cannot be, nothing is
   * changed. An approval of a change that others have changed meanwhile is the first of new ones, if the policy wants
   * these. Changes that a reviewer asks for keep it from being applied. A comment is of one change, in any state, by
   * anybody who may read it.
   *
   * @throws ConflictError if the reviewer has seen another version or another effect, or something that it touches was
   *   changed since its base.
   * @throws FailedPreconditionError if it does not wait for review, the reviewer has approved it already, or a newer
   *   version stored it or a step after it.
   *   Or if not every instance knows the verdict yet.
   * @throws ResourceExhaustedError if the change has too many reviews for another comment or block.
   * @throws PermissionDeniedError if the subject of the reviewer is unknown, if the reviewer has written the change, or
   *   is a program without the role for it.
   */
  async review(asker: Asker, namespaceKey: string, id: string, said: GivenReview): Promise<ChangeResult> {
    const { caller, claim } = asker;
    this.requests.assertWritable();
    assertNoBypass(caller, 'a review');
    if (said.verdict === 'comment' && said.comment.trim() === '')
      throw invalidField('comment', 'must be given');
    const given = await this.afterVoid(caller, namespaceKey, id, said);
    const last =
      (await this.unitOfWork.read((stores) => this.wouldApply(stores, asker, namespaceKey, id, given))) ??
      (await this.giveUnlessLast(asker, namespaceKey, id, given));
    if (last === undefined) return this.requests.preview(await this.requests.get(namespaceKey, id));
    // Somebody may write between what was read and what is applied.
    const begin = async (stores: Stores): Promise<void> => assertSeen(stores, last, given);
    const before = async (stores: Stores): Promise<void> => {
      await this.give(stores, asker, namespaceKey, id, given);
    };
    return this.requests.applyNow(last, { caller, claim, begin, before });
  }

  /** How changes of a namespace are reviewed. @throws NotFoundError if there is no such namespace. */
  async policy(namespaceKey: string): Promise<ReviewPolicy> {
    return this.unitOfWork.read(async (stores) => {
      if (!(await stores.namespaces.exists(namespaceKey))) throw notFound(namespaceKey);
      return stores.reviewPolicies.of(namespaceKey);
    });
  }

  /**
   * Says how changes of a namespace are reviewed. Changes that wait are held to it at once: those that lack no approval
   * any more are released, those that lack some wait for review. The policy that there is changes nothing.
   *
   * @throws NotFoundError if there is no such namespace.
   * @throws NewerVersionError if the namespace uses a feature that this version lacks.
   * @throws FailedPreconditionError if not every instance knows a member yet.
   * @throws InvalidFieldError if a member means nothing.
   */
  async setPolicy(asker: Asker, namespaceKey: string, given: ReviewPolicy): Promise<SetPolicy> {
    const { caller } = asker;
    this.requests.assertWritable();
    assertNoBypass(caller, 'a policy');
    assertPolicy(given);
    const policy = canonicalPolicy(given);
    return this.unitOfWork.write(async (stores) => {
      const namespace = await stores.namespaces.storedRevisionOf(namespaceKey);
      if (namespace === undefined) throw notFound(namespaceKey);
      assertFeaturesKnown(namespaceKey, namespace.features);
      const before = await stores.reviewPolicies.of(namespaceKey);
      if (isDeepStrictEqual(canonicalPolicy(before), policy)) return { policy, released: 0 };
      assertReleased(featuresOf(policy), await stores.features.released());
      await stores.reviewPolicies.set(namespaceKey, policy);
      const { released, facts } = await holdWaiting(stores, namespaceKey, policy);
      await stores.audit.append({
        ...{ origin: caller.origin, at: await stores.time.now() },
        facts: [policyFact(namespaceKey, before, policy), ...facts],
      });
      return { policy, released };
    });
  }

  /**
   * Sees that approvals which what others have done made void are so before another one counts: of the change, and of
   * the steps after it.
   *
   * @returns The review, without a version if that was raised.
   */
  private async afterVoid(
    caller: ChangeCaller,
    namespaceKey: string,
    id: string,
    given: GivenReview,
  ): Promise<GivenReview> {
    if (given.verdict !== 'approve') return given;
    const policy = await this.unitOfWork.read((stores) => stores.reviewPolicies.of(namespaceKey));
    if (!policy.reapprovesMerged) return given;
    assertReviewer(caller, namespaceKey);
    const seen = await this.requests.get(namespaceKey, id);
    assertVersion(given, seen.shownVersion);
    const { found, steps = [] } = await this.requests.preview(seen);
    const outdated = [found, ...steps.map((step) => step.found)].flatMap((one) =>
      one !== undefined && isOutdated(one) ? [one.request] : [],
    );
    for (const request of outdated) await this.carryOut.voidApprovals(request);
    return outdated.length === 0 ? given : { ...given, version: undefined };
  }

  /** The change if this approval is the last that it lacks, and no time or step has to come before it. */
  private async wouldApply(
    stores: Stores,
    asker: Asker,
    namespaceKey: string,
    id: string,
    given: GivenReview,
  ): Promise<ChangeRequest | undefined> {
    const { request, reviews } = await findReviewed(stores, namespaceKey, id);
    const policy = await stores.reviewPolicies.of(namespaceKey);
    const steps = await stepsOf(stores, request);
    await assertMayReview(stores, asker, request, { given, policy, steps });
    await assertSeen(stores, request, given);
    if (given.verdict !== 'approve' || !isRunningSeries(await seriesOf(stores, request))) return undefined;
    const review = { ...reviewBy(asker.caller, request, given, undefined), at: 0 };
    return !isTimed(request) && isApproved(request, [...reviews, review], policy) ? request : undefined;
  }

  /**
   * Writes a review down, unless it turns out to be the last approval that the change lacks, because others approve it
   * at the same moment.
   *
   * @returns The change then: it is to be applied with this approval.
   */
  private async giveUnlessLast(
    asker: Asker,
    namespaceKey: string,
    id: string,
    given: GivenReview,
  ): Promise<ChangeRequest | undefined> {
    try {
      await this.unitOfWork.write(async (stores) => {
        await take(stores, asker.claim, { changeId: id });
        const { request, isReleased } = await this.give(stores, asker, namespaceKey, id, given);
        if (isReleased) throw new LastApproval(request);
      });
      return undefined;
    } catch (error) {
      if (error instanceof LastApproval) return error.request;
      throw error;
    }
  }

  /** Writes a review down, with what follows from it. */
  private async give(
    stores: Stores,
    asker: Asker,
    namespaceKey: string,
    id: string,
    given: GivenReview,
  ): Promise<Given> {
    const { origin } = asker.caller;
    const { verdict, comment } = given;
    const { changeRequests, reviewPolicies, time } = stores;
    const request = await holdFor(verdict, stores, namespaceKey, id);
    const steps = await stepsOf(stores, request);
    const policy = await reviewPolicies.of(namespaceKey);
    await assertMayReview(stores, asker, request, { given, policy, steps });
    const now = await time.now();
    const later =
      verdict === 'comment' ? [] : stepsAfter(request, steps).filter((one) => mayHappen(verdict, one));
    await assertEachReadable(stores, later);
    const reviewed = [request, ...later];
    const latest = await stores.namespaces.revisionOf(namespaceKey);
    let isReleased = false;
    for (const one of reviewed) {
      await changeRequests.addReview({ ...reviewBy(asker.caller, one, given, latest), at: now });
      if (verdict !== 'approve' && verdict !== 'block') continue;
      const { dueAt } = await advance(verdict, stores, one, { steps, policy, now });
      if (one === request) isReleased = dueAt !== undefined && !isTimed(request);
    }
    if (verdict === 'reject') await this.carryOut.giveUp('reject', stores, request, comment, origin);
    else {
      const facts = [requestFact(changeLife[verdict].told, request, { comment })];
      await stores.audit.append({ origin, at: now, facts });
    }
    return { request, isReleased };
  }
}

/** What came of a review that was written down. */
interface Given {
  /** As it was before. */
  readonly request: ChangeRequest;
  /** True if it lacks no approval any more, and waits for no time and no other step. */
  readonly isReleased: boolean;
}

/** Undoes the transaction of an approval that turned out to be the last one. */
class LastApproval extends Error {
  constructor(readonly request: ChangeRequest) {
    super('the last approval');
  }
}

/** What a policy wants that an earlier version would ignore, or write without. */
function featuresOf(policy: ReviewPolicy): readonly string[] {
  const { reviewsOff, requiredReviewers, appliesTo, reapprovesMerged } = policy;
  const wantsMore = requiredReviewers.length > 0 || !isForAll(appliesTo) || reapprovesMerged;
  return [...(reviewsOff ? ['reviews'] : []), ...(wantsMore ? ['policies'] : [])];
}

/** A review of a change as it is now. */
function reviewBy(
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

async function assertMayReview(
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
  assertVersion(given, seriesVersion(steps));
  if (verdict === 'approve') await assertMayApprove(stores, request, asker.caller.origin, policy);
}

/** @throws ConflictError if the reviewer has seen another version. */
function assertVersion({ version }: GivenReview, latest: number): void {
  if (version === undefined || version === latest) return;
  throw new ConflictError(`the change was edited: it is at version ${latest}, not ${version}`, {
    info: { reason: 'CHANGE_EDITED' },
  });
}

/** Refuses an approval of another effect than the reviewer has seen, as {@link assertSeenEffect} does. */
async function assertSeen(stores: Stores, request: ChangeRequest, given: GivenReview): Promise<void> {
  const { verdict, seenRevision } = given;
  if (verdict !== 'approve' || seenRevision === undefined) return;
  assertReadable(request.content);
  await assertSeenEffect(stores, await stepsOf(stores, request), seenRevision);
}

/** @throws NewerVersionError if a newer version stored one of the changes. */
async function assertEachReadable({ changeRequests }: Stores, steps: readonly ChangeStep[]): Promise<void> {
  for (const { namespaceKey, id } of steps) {
    const found = await changeRequests.find(namespaceKey, id);
    if (found !== undefined) assertReadable(found.content);
  }
}

function notFound(namespaceKey: string): NotFoundError {
  return new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
}
