import {
  ConflictError,
  DomainError,
  FailedPreconditionError,
  SERVICE_CALLER,
  UnavailableError,
  type AuditAction,
  type ChangeCaller,
  type ChangeRequest,
  type Clock,
} from '@pennon/domain';
import type { Stores, UnitOfWork } from '@pennon/storage';
import type { ChangeApplication, ChangeReport } from '../wanted/change-application';
import { unpackWanted } from '../wanted/wanted-state';
import { missingApprovals } from './approvals';
import { laterSteps } from './held-request';
import { requestFact } from './request-facts';

/** Somebody else has applied the change, or edited it, meanwhile. */
export class OvertakenChangeError extends ConflictError {
  constructor() {
    super('the change was applied or edited meanwhile', { info: { reason: 'CHANGE_EDITED' } });
  }
}

/** The policy of the namespace wants approvals that the change has not. */
export class UnapprovedChangeError extends FailedPreconditionError {
  constructor(missing: number) {
    super(`the change lacks ${missing === 1 ? 'an approval' : `${missing} approvals`}`, {
      info: { reason: 'APPROVALS_MISSING', metadata: { missing: `${missing}` } },
    });
  }
}

/** Who has a change carried out. */
export interface CarryOutOptions {
  /** Is told the revision; the history names the author of the change. */
  readonly caller?: ChangeCaller;
  /** True for one that is applied because its time has come. */
  readonly isScheduled: boolean;
}

/** Applies changes that have waited, each of them once. */
export class CarryOut {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
    private readonly clock: Clock,
  ) {}

  /**
   * Applies a scheduled change: what it does, and that it is done, in one transaction.
   *
   * @throws OvertakenChangeError if it is not scheduled any more, or was edited.
   * @throws UnapprovedChangeError if it lacks approvals; then it waits for them.
   * @throws DomainError why it cannot be applied: then it has ended, as conflicted or as failed.
   * @throws UnavailableError if the database cannot be used now: then it goes on waiting.
   */
  async apply(
    request: ChangeRequest,
    { caller = SERVICE_CALLER, isScheduled }: CarryOutOptions,
  ): Promise<ChangeReport> {
    const { id, author, message, baseRevision } = request;
    try {
      const report = await this.application.apply(await unpackWanted(request.content), {
        caller: { ...caller, origin: author },
        // Whoever wrote it was held to them then; whoever applies it need not have them.
        rights: undefined,
        baseRevision,
        note: { origin: isScheduled ? 'schedule' : request.origin, message, changeId: id, isReviewed: true },
        settle: (stores) => this.settle(stores, request),
      });
      const { create, update, delete: deletions } = report.summary;
      // Nothing was to be done, and nothing was committed.
      if (create + update + deletions === 0)
        await this.unitOfWork.write((stores) => this.settle(stores, request));
      return report;
    } catch (error) {
      await this.end(request, error);
      throw error;
    }
  }

  /** Ends a change without applying it, and the steps after it. */
  async giveUp(
    stores: Stores,
    request: ChangeRequest,
    state: 'rejected' | 'cancelled' | 'conflicted' | 'failed',
    reason: string,
    origin = SERVICE_CALLER.origin,
  ): Promise<void> {
    const at = this.clock.now();
    if (!(await stores.changeRequests.edit(request, { state, reason }, at))) throw new OvertakenChangeError();
    const facts = [requestFact(state, { ...request, state }, { reason })];
    for (const later of await laterSteps(stores, request)) {
      const because = `step ${request.step} was ${words[state]}`;
      if (!(await stores.changeRequests.edit(later, { state: 'cancelled', reason: because }, at))) continue;
      facts.push(requestFact('cancelled', { ...later, state: 'cancelled' }, { reason: because }));
    }
    await stores.audit.append({ origin, at, facts });
  }

  /** Writes down, in the transaction of the change, that it is done, and what that means for the next step. */
  private async settle(stores: Stores, request: ChangeRequest): Promise<void> {
    const { changeRequests, namespaces } = stores;
    const at = this.clock.now();
    const revision = await namespaces.revisionOf(request.namespaceKey);
    if (!(await changeRequests.edit(request, { state: 'applied', revision }, at)))
      throw new OvertakenChangeError();
    await assertApproved(stores, request);
    const [next] = await laterSteps(stores, request);
    if (next === undefined) return;
    const dueAt = next.after === undefined ? (next.plannedAt ?? at) : at + next.after;
    await changeRequests.edit(next, { baseRevision: revision, dueAt }, at);
  }

  private async end(request: ChangeRequest, error: unknown): Promise<void> {
    if (!(error instanceof DomainError)) return;
    if (error instanceof OvertakenChangeError || error instanceof UnavailableError) return;
    await this.unitOfWork.write(async (stores) => {
      if (error instanceof UnapprovedChangeError) {
        const at = this.clock.now();
        if (!(await stores.changeRequests.edit(request, { state: 'pending' }, at))) return;
        const facts = [requestFact('proposed', { ...request, state: 'pending' })];
        await stores.audit.append({ origin: SERVICE_CALLER.origin, at, facts });
        return;
      }
      const state = error instanceof ConflictError ? 'conflicted' : 'failed';
      await this.giveUp(stores, request, state, error.message).catch(ignoreOvertaken);
    });
  }
}

const words: Readonly<
  Record<Extract<AuditAction, 'rejected' | 'cancelled' | 'conflicted' | 'failed'>, string>
> = {
  rejected: 'rejected',
  cancelled: 'cancelled',
  conflicted: 'in conflict with another change',
  failed: 'not valid any more',
};

/** @throws UnapprovedChangeError if the policy of the namespace wants approvals that the change has not. */
export async function assertApproved(stores: Stores, request: ChangeRequest): Promise<void> {
  const { changeRequests, reviewPolicies } = stores;
  const policy = await reviewPolicies.of(request.namespaceKey);
  if (policy.requiredApprovals === 0) return;
  const missing = missingApprovals(request, await changeRequests.reviews([request.id]), policy);
  if (missing > 0) throw new UnapprovedChangeError(missing);
}

function ignoreOvertaken(error: unknown): void {
  if (!(error instanceof OvertakenChangeError)) throw error;
}
