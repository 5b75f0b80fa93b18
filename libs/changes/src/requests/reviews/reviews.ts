import {
  invalidField,
  type ChangeCaller,
  type ChangeRequest,
  type ChangeStep,
  type Instant,
} from '@pennon/domain';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { assertNoBypass } from '../../commit/direct-writes';
import { advance, advanced } from '../events/advance';
import { assertReviewer } from '../approvals/assert-may-approve';
import { changeLife, mayHappen } from '../life/change-life';
import type { ChangeRequests } from '../calls/change-requests';
import { giveUp } from '../events/give-up';
import { assertEachReadable, assertMayReview, assertSeen, reviewBy, type GivenReview } from './given-review';
import { assertVersion, holdFor } from '../events/held-request';
import { lackApprovals } from '../events/lack-approvals';
import { isOutdated } from '../approvals/merged-request';
import type { Asker } from '../new-changes/new-change';
import { take } from '../new-changes/request-claim';
import { requestFact } from '../life/request-facts';
import { findReviewed } from '../approvals/reviewed-request';
import { seriesOf, stepsAfter, stepsOf } from '../life/series-steps';
import type { ChangeResult } from '../calls/step-plans';

/** Reviews of changes. */
export class Reviews {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly requests: ChangeRequests,
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
    const seen = await this.requests.get(namespaceKey, id);
    if (!seen.policy.reapprovesMerged) return given;
    assertReviewer(caller, namespaceKey);
    assertVersion(given.version, seen.shownVersion);
    const { found, steps = [] } = await this.requests.preview(seen);
    const outdated = [found, ...steps.map((step) => step.found)].flatMap((one) =>
      one !== undefined && isOutdated(one) ? [one.request] : [],
    );
    if (outdated.length === 0) return given;
    await this.unitOfWork.write(async (stores) => {
      for (const request of outdated) await lackApprovals(stores, request, { isMerged: true });
    });
    return { ...given, version: undefined };
  }

  /** The change if this approval is the last that it lacks, and has it applied at once. */
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
    if (given.verdict !== 'approve') return undefined;
    const now = await stores.time.now();
    const review = { ...reviewBy(asker.caller, request, given, undefined), at: now };
    const series = await seriesOf(stores, request);
    const around = { steps, policy, now, series, reviews: [...reviews, review] };
    return isDue(advanced('approve', request, around), now) ? request : undefined;
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
      const moved = await advance(verdict, stores, one, { steps, policy, now });
      if (one === request) isReleased = isDue(moved, now);
    }
    if (verdict === 'reject') await giveUp('reject', stores, request, comment, origin);
    else {
      const facts = [requestFact(changeLife[verdict].told, request, { comment })];
      await stores.audit.append({ origin, at: now, facts });
    }
    return { request, isReleased };
  }
}

function isDue({ dueAt }: ChangeStep, now: Instant): boolean {
  return dueAt !== undefined && dueAt <= now;
}

/** What came of a review that was written down. */
interface Given {
  /** As it was before. */
  readonly request: ChangeRequest;
  /** True if it lacks no approval any more, and waits for nothing else. */
  readonly isReleased: boolean;
}

/** Undoes the transaction of an approval that turned out to be the last one. */
class LastApproval extends Error {
  constructor(readonly request: ChangeRequest) {
    super('the last approval');
  }
}
