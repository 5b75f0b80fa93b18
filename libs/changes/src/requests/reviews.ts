import {
  ConflictError,
  FailedPreconditionError,
  invalidField,
  MAX_APPROVALS,
  NotFoundError,
  PermissionDeniedError,
  quote,
  type ChangeRequest,
  type Clock,
  type ReviewPolicy,
  type ReviewVerdict,
} from '@pennon/domain';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { assertMayApprove, isUnseen, missingApprovals } from './approvals';
import type { CarryOut } from './carry-out';
import type { ChangeRequests, ChangeResult } from './change-requests';
import { closedChange, holdOpen, isDue, isNextStep, laterSteps } from './held-request';
import type { Asker } from './new-change';
import { policyFact, requestFact } from './request-facts';

/** The role of a program whose approvals count. */
const APPROVER = 'approver';

/** What policies may let pass. */
const bypassRoles: readonly string[] = ['admin', 'editor'];

/** What a reviewer says. */
export interface GivenReview {
  readonly verdict: ReviewVerdict;
  readonly comment: string;
  /** The version that the reviewer has seen; undefined for no check. */
  readonly version: number | undefined;
}

/** Reviews of changes, and the policies that want them. */
export class Reviews {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly requests: ChangeRequests,
    private readonly carryOut: CarryOut,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes down what a reviewer says of a change, and of the steps after it that wait. After the last approval it is
   * applied, at once or at its time; a rejection ends it.
   *
   * @throws ConflictError if the reviewer has seen another version.
   * @throws FailedPreconditionError if it does not wait for review, or the reviewer has approved it already.
   * @throws PermissionDeniedError if the subject of the reviewer is unknown, if the reviewer has written the change, or
   *   is a program without the role for it.
   */
  async review(
    asker: Asker,
    namespaceKey: string,
    id: string,
    { verdict, comment, version }: GivenReview,
  ): Promise<ChangeResult> {
    this.requests.assertWritable();
    const { origin } = asker.caller;
    const due = await this.unitOfWork.write(async (stores) => {
      const request = await holdOpen(stores, namespaceKey, id, 'reviewed');
      assertReviewer(asker, namespaceKey);
      if (request.state !== 'pending') throw closedChange('reviewed', request);
      if (version !== undefined && version !== request.version)
        throw new ConflictError(
          `the change was edited: it is at version ${request.version}, not ${version}`,
          { info: { reason: 'CHANGE_EDITED' } },
        );
      const policy = await stores.reviewPolicies.of(namespaceKey);
      if (verdict === 'approve') await assertMayApprove(stores, request, origin, policy);
      const at = this.clock.now();
      const review = { author: origin, verdict, comment, at };
      const later = (await laterSteps(stores, request)).filter(({ state }) => state === 'pending');
      for (const one of [request, ...later]) {
        await stores.changeRequests.addReview({ ...review, changeId: one.id, version: one.version });
        if (verdict === 'approve') await this.settle(stores, one, policy);
      }
      if (verdict === 'reject') await this.carryOut.giveUp(stores, request, 'rejected', comment, origin);
      else await stores.audit.append({ origin, at, facts: [requestFact('approved', request, { comment })] });
      return stores.changeRequests.find(namespaceKey, id);
    });
    if (due !== undefined && isDue(due, this.clock.now())) return this.requests.applyNow(due, asker);
    const found = await this.requests.get(namespaceKey, id);
    return { found, report: await this.requests.preview(found) };
  }

  /** How changes of a namespace are reviewed. @throws NotFoundError if there is no such namespace. */
  async policy(namespaceKey: string): Promise<ReviewPolicy> {
    return this.unitOfWork.read(async (stores) => {
      await assertNamespace(stores, namespaceKey);
      return stores.reviewPolicies.of(namespaceKey);
    });
  }

  /**
   * Says how changes of a namespace are reviewed. Changes that wait are held to it, too.
   *
   * @throws NotFoundError if there is no such namespace.
   * @throws InvalidFieldError if a member means nothing.
   */
  async setPolicy({ caller }: Asker, namespaceKey: string, policy: ReviewPolicy): Promise<ReviewPolicy> {
    this.requests.assertWritable();
    assertPolicy(policy);
    return this.unitOfWork.write(async (stores) => {
      await assertNamespace(stores, namespaceKey);
      const before = await stores.reviewPolicies.of(namespaceKey);
      await stores.reviewPolicies.set(namespaceKey, policy);
      const facts = [policyFact(namespaceKey, before, policy)];
      await stores.audit.append({ origin: caller.origin, at: this.clock.now(), facts });
      return policy;
    });
  }

  /** Has a change that is approved wait for its time, or for the step before it. */
  private async settle(stores: Stores, request: ChangeRequest, policy: ReviewPolicy): Promise<void> {
    const reviews = await stores.changeRequests.reviews([request.id]);
    if (missingApprovals(request, reviews, policy) > 0 || isUnseen(request, reviews)) return;
    const now = this.clock.now();
    const isNext = await isNextStep(stores, request);
    const dueAt = isNext ? (request.plannedAt ?? now + (request.after ?? 0)) : undefined;
    await stores.changeRequests.edit(request, { state: 'scheduled', dueAt }, now);
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

async function assertNamespace({ namespaces }: Stores, namespaceKey: string): Promise<void> {
  if (!(await namespaces.exists(namespaceKey)))
    throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
}

function assertPolicy({ requiredApprovals, bypass }: ReviewPolicy): void {
  if (!Number.isInteger(requiredApprovals) || requiredApprovals < 0 || requiredApprovals > MAX_APPROVALS)
    throw invalidField('policy.requiredApprovals', `must be between 0 and ${MAX_APPROVALS}`);
  const unknown = bypass.find((role) => !bypassRoles.includes(role));
  if (unknown !== undefined)
    throw invalidField('policy.bypass', `must be of ${bypassRoles.join(' and ')}, and has ${quote(unknown)}`);
}
