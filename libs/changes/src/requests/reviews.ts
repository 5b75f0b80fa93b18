import { isDeepStrictEqual } from 'node:util';
import {
  ConflictError,
  invalidField,
  MAX_APPROVALS,
  NotFoundError,
  PermissionDeniedError,
  quote,
  type AuditFact,
  type ChangeCaller,
  type ChangeRequest,
  type ChangeReview,
  type ChangeStep,
  type ReviewPolicy,
  type ReviewVerdict,
} from '@pennon/domain';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { assertNoBypass } from '../commit/direct-writes';
import { assertFeaturesKnown } from '../history/newer-version';
import { assertReadable } from '../wanted/wanted-state';
import { assertMayApprove, isApproved } from './approvals';
import type { CarryOut } from './carry-out';
import { assertMay, changeLife, isTimed } from './change-life';
import type { ChangeRequests } from './change-requests';
import { advance, findReviewed, holdFor, seriesVersion, stepsAfter, stepsOf } from './held-request';
import type { Asker } from './new-change';
import { take } from './request-claim';
import { policyFact, requestFact } from './request-facts';
import type { ChangeResult } from './step-plans';

/** Changes that are read at once when they are held to a new policy. */
const WAITING_AT_ONCE = 100;

/** The role of a program whose approvals count. */
const APPROVER = 'approver';

/** What policies may let pass. */
const bypassRoles: readonly string[] = ['admin', 'editor'];

/** What a reviewer says. */
export interface GivenReview {
  readonly verdict: ReviewVerdict;
  readonly comment: string;
  /** The version that the reviewer has seen, of a step and all others of its series; undefined for no check. */
  readonly version: number | undefined;
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
   * changed.
   *
   * @throws ConflictError if the reviewer has seen another version, or something that it touches was changed since its
   *   base.
   * @throws FailedPreconditionError if it does not wait for review, the reviewer has approved it already, or a newer
   *   version stored it or a step after it.
   * @throws PermissionDeniedError if the subject of the reviewer is unknown, if the reviewer has written the change, or
   *   is a program without the role for it.
   */
  async review(asker: Asker, namespaceKey: string, id: string, given: GivenReview): Promise<ChangeResult> {
    const { caller, claim } = asker;
    this.requests.assertWritable();
    assertNoBypass(caller, 'a review');
    const give = (stores: Stores): Promise<void> => this.give(stores, asker, namespaceKey, id, given);
    const last = await this.unitOfWork.read((stores) =>
      this.wouldApply(stores, asker, namespaceKey, id, given),
    );
    if (last !== undefined)
      return this.requests.applyNow(last, { caller, claim, approvedBy: caller.origin, before: give });
    await this.unitOfWork.write(async (stores) => {
      await take(stores, claim, { changeId: id });
      await give(stores);
    });
    return this.requests.preview(await this.requests.get(namespaceKey, id));
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
   * @throws InvalidFieldError if a member means nothing.
   */
  async setPolicy(asker: Asker, namespaceKey: string, policy: ReviewPolicy): Promise<ReviewPolicy> {
    const { caller } = asker;
    this.requests.assertWritable();
    assertNoBypass(caller, 'a policy');
    assertPolicy(policy);
    return this.unitOfWork.write(async (stores) => {
      const namespace = await stores.namespaces.storedRevisionOf(namespaceKey);
      if (namespace === undefined) throw notFound(namespaceKey);
      assertFeaturesKnown(namespaceKey, namespace.features);
      const before = await stores.reviewPolicies.of(namespaceKey);
      if (isDeepStrictEqual(sorted(before), sorted(policy))) return policy;
      await stores.reviewPolicies.set(namespaceKey, policy);
      const facts = [policyFact(namespaceKey, before, policy)];
      await stores.audit.append({ origin: caller.origin, at: await stores.time.now(), facts });
      await this.hold(stores, asker, namespaceKey, policy);
      return policy;
    });
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
    await assertMayReview(stores, asker, request, { given, policy, steps: await stepsOf(stores, request) });
    if (given.verdict !== 'approve') return undefined;
    const review = { ...reviewBy(asker.caller, request, given), at: 0 };
    return !isTimed(request) && isApproved(request, [...reviews, review], policy) ? request : undefined;
  }

  /** Writes a review down, with what follows from it. */
  private async give(
    stores: Stores,
    asker: Asker,
    namespaceKey: string,
    id: string,
    given: GivenReview,
  ): Promise<void> {
    const { origin } = asker.caller;
    const { verdict, comment } = given;
    const { changeRequests, reviewPolicies, time } = stores;
    const request = await holdFor(verdict, stores, namespaceKey, id);
    const steps = await stepsOf(stores, request);
    const policy = await reviewPolicies.of(namespaceKey);
    await assertMayReview(stores, asker, request, { given, policy, steps });
    const now = await time.now();
    const later = stepsAfter(request, steps).filter(({ state }) => state === 'pending');
    await assertEachReadable(stores, later);
    const reviewed = [request, ...later];
    for (const one of reviewed) {
      await changeRequests.addReview({ ...reviewBy(asker.caller, one, given), at: now });
      if (verdict === 'approve') await advance('approve', stores, one, { steps, policy, now });
    }
    if (verdict === 'reject') await this.carryOut.giveUp('reject', stores, request, comment, origin);
    else {
      const facts = [requestFact(changeLife.approve.told, request, { comment })];
      await stores.audit.append({ origin, at: now, facts });
    }
  }

  /** Holds changes that wait to a new policy: some have all approvals now, and others lack some. */
  private async hold(
    stores: Stores,
    { caller }: Asker,
    namespaceKey: string,
    policy: ReviewPolicy,
  ): Promise<void> {
    const now = await stores.time.now();
    const facts: AuditFact[] = [];
    let last: string | undefined = '';
    while (last !== undefined) {
      const waiting: readonly ChangeStep[] = await stores.changeRequests.open(
        namespaceKey,
        last,
        WAITING_AT_ONCE,
      );
      for (const request of waiting) {
        const context = { steps: await stepsOf(stores, request), policy, now };
        const isHeld = request.state === 'scheduled';
        if (isHeld && isApproved(request, await stores.changeRequests.reviews([request.id]), policy))
          continue;
        const event = isHeld ? 'tighten' : 'relax';
        const moved = await advance(event, stores, request, context);
        if (moved.state !== request.state) facts.push(requestFact(changeLife[event].told, moved));
      }
      last = waiting.length < WAITING_AT_ONCE ? undefined : waiting.at(-1)?.id;
    }
    await stores.audit.append({ origin: caller.origin, at: now, facts });
  }
}

/** A review of a change as it is now. */
function reviewBy(
  { origin }: ChangeCaller,
  { id, version }: ChangeStep,
  { verdict, comment }: Pick<GivenReview, 'verdict' | 'comment'>,
): Omit<ChangeReview, 'at'> {
  return { changeId: id, version, author: origin, verdict, comment };
}

async function assertMayReview(
  stores: Stores,
  asker: Asker,
  request: ChangeStep,
  {
    given: { verdict, version },
    policy,
    steps,
  }: { readonly given: GivenReview; readonly policy: ReviewPolicy; readonly steps: readonly ChangeStep[] },
): Promise<void> {
  assertMay(verdict, request);
  assertReviewer(asker, request.namespaceKey);
  const latest = seriesVersion(steps);
  if (version !== undefined && version !== latest)
    throw new ConflictError(`the change was edited: it is at version ${latest}, not ${version}`, {
      info: { reason: 'CHANGE_EDITED' },
    });
  if (verdict === 'approve') await assertMayApprove(stores, request, asker.caller.origin, policy);
}

/** @throws NewerVersionError if a newer version stored one of the changes. */
async function assertEachReadable({ changeRequests }: Stores, steps: readonly ChangeStep[]): Promise<void> {
  for (const { namespaceKey, id } of steps) {
    const found = await changeRequests.find(namespaceKey, id);
    if (found !== undefined) assertReadable(found.content);
  }
}

function assertReviewer({ caller }: Asker, namespaceKey: string): void {
  const { origin } = caller;
  if (origin.authentication === 'none')
    throw new PermissionDeniedError('permission denied: a review takes a caller who is known');
  if (origin.subject === undefined)
    throw new PermissionDeniedError(
      'permission denied: a review takes a caller with a subject: log in again, or show a token with the claim "sub"',
    );
  if (caller.isProgram && !caller.rolesIn(namespaceKey).has(APPROVER))
    throw new PermissionDeniedError(
      `permission denied: a program reviews changes in the role ${quote(APPROVER)} only`,
    );
}

function notFound(namespaceKey: string): NotFoundError {
  return new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
}

function assertPolicy({ requiredApprovals, bypass }: ReviewPolicy): void {
  if (!Number.isInteger(requiredApprovals) || requiredApprovals < 0 || requiredApprovals > MAX_APPROVALS)
    throw invalidField('policy.requiredApprovals', `must be between 0 and ${MAX_APPROVALS}`);
  const unknown = bypass.find((role) => !bypassRoles.includes(role));
  if (unknown !== undefined)
    throw invalidField('policy.bypass', `must be of ${bypassRoles.join(' and ')}, and has ${quote(unknown)}`);
}

/** The policy with its roles in one order: that they were given in means nothing. */
function sorted(policy: ReviewPolicy): ReviewPolicy {
  return { ...policy, bypass: policy.bypass.toSorted() };
}
