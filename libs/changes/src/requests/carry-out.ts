import {
  ConflictError,
  DomainError,
  FailedPreconditionError,
  SERVICE_CALLER,
  UnavailableError,
  type AuditOrigin,
  type ChangeCaller,
  type ChangeRequest,
  type ChangeStep,
  type Instant,
  type Release,
  type Revision,
} from '@pennon/domain';
import { isEmptySummary } from '@pennon/document';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { releaseImage } from '../import/tally';
import { NewerVersionError } from '../history/newer-version';
import type { ChangeApplication, ChangeReport } from '../wanted/change-application';
import { unpackWanted } from '../wanted/wanted-state';
import { approvalsOf, missingApprovals } from './approvals';
import { changeLife, plannedTime } from './change-life';
import { advance, stepsAfter, stepsOf } from './held-request';
import { take, type RequestClaim } from './request-claim';
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

/** How a person has a change carried out. */
export interface Applying {
  readonly caller: ChangeCaller;
  /** Whoever approves it with the same call; they need not be stored yet. */
  readonly approvedBy?: AuditOrigin;
  /** Why it needs no approvals; `''` unless given. */
  readonly bypassReason?: string;
  /** The request, if it is to be done once; undefined unless given. */
  readonly claim?: RequestClaim | undefined;
  /** What is written in the same transaction before the change is marked as applied; nothing, unless given. */
  readonly before?: (stores: Stores) => Promise<void>;
}

/** What the transaction of a change has found and done. */
interface Settlement {
  readonly event: 'apply' | 'reach';
  readonly bypassReason: string;
  readonly release: Release;
  readonly claim?: RequestClaim | undefined;
  readonly before: (stores: Stores) => Promise<void>;
}

/** Applies changes that have waited, each of them once. */
export class CarryOut {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
  ) {}

  /**
   * Applies a change that waits for a person: what it does, and that it is done, in one transaction. If it cannot be
   * applied, nothing is changed.
   *
   * @throws OvertakenChangeError if it was applied or edited meanwhile.
   * @throws UnapprovedChangeError if it lacks approvals.
   * @throws DomainError why it cannot be applied.
   */
  async apply(request: ChangeRequest, applying: Applying): Promise<ChangeReport> {
    const { caller, approvedBy, bypassReason = request.bypassReason, claim, before = nothing } = applying;
    const release = await this.releaseOf(request, caller.origin, approvedBy);
    return this.carryOut(request, caller, { event: 'apply', bypassReason, release, claim, before });
  }

  /**
   * Applies a change whose time has come, or ends it: as conflicted if what it touches was changed since its base, as
   * failed if it is not valid any more. If it lacks approvals, it waits for them.
   *
   * @throws OvertakenChangeError if it was applied or edited meanwhile.
   * @throws DomainError why it was not applied.
   * @throws UnavailableError if the database cannot be used now: then it goes on waiting.
   * @throws NewerVersionError if a newer version stored it: then it goes on waiting, too.
   */
  async applyDue(request: ChangeRequest): Promise<ChangeReport> {
    try {
      const release = await this.releaseOf(request);
      const { bypassReason } = request;
      const settlement = { event: 'reach', bypassReason, release, before: nothing } as const;
      return await this.carryOut(request, SERVICE_CALLER, settlement);
    } catch (error) {
      await this.end(request, error);
      throw error;
    }
  }

  /** Ends a change without applying it, and the steps after it. */
  async giveUp(
    event: 'reject' | 'cancel' | 'conflict' | 'fail',
    stores: Stores,
    request: ChangeStep,
    reason: string,
    origin = SERVICE_CALLER.origin,
  ): Promise<void> {
    const at = await stores.time.now();
    const { to: state, told } = changeLife[event];
    if (!(await stores.changeRequests.edit(request, { state, reason }, at))) throw new OvertakenChangeError();
    const facts = [requestFact(told, { ...request, state }, { reason })];
    for (const later of stepsAfter(request, await stepsOf(stores, request))) {
      const because = `step ${request.step} was ${words[state]}`;
      const ended = { state: changeLife.abandon.to, reason: because };
      if (!(await stores.changeRequests.edit(later, ended, at))) continue;
      facts.push(requestFact(changeLife.abandon.told, { ...later, ...ended }, { reason: because }));
    }
    await stores.audit.append({ origin, at, facts });
  }

  private async carryOut(
    request: ChangeRequest,
    caller: ChangeCaller,
    settlement: Settlement,
  ): Promise<ChangeReport> {
    const { id, author, message, baseRevision } = request;
    const { event, bypassReason, release, claim } = settlement;
    const begin = (stores: Stores): Promise<void> => take(stores, claim, { changeId: id });
    const isPlain = event === 'reach' && request.origin === 'change';
    const report = await this.application.apply(await unpackWanted(request.content), {
      caller: { ...caller, origin: author },
      // Whoever wrote it was held to them then; whoever applies it need not have them.
      rights: undefined,
      baseRevision,
      note: {
        ...{ origin: isPlain ? 'schedule' : request.origin, message, changeId: id, release },
        ...{ isReviewed: true, bypassReason },
      },
      begin,
      settle: async (stores) => {
        const revision = await stores.namespaces.revisionOf(request.namespaceKey);
        await this.settle(stores, request, settlement, { revision, base: revision });
      },
    });
    // Nothing was to be done, and nothing was committed. What follows builds on the state that was found.
    if (isEmptySummary(report.summary))
      await this.unitOfWork.write(async (stores) => {
        await begin(stores);
        await this.settle(stores, request, settlement, { revision: undefined, base: report.revision });
      });
    return report;
  }

  /** Writes down, in the transaction of the change, that it is done, and what that means for the steps after it. */
  private async settle(
    stores: Stores,
    seen: ChangeRequest,
    { event, bypassReason, release, before }: Settlement,
    { revision, base }: { readonly revision: Revision | undefined; readonly base: Revision | undefined },
  ): Promise<void> {
    const { changeRequests, reviewPolicies, time } = stores;
    await before(stores);
    const request = await changeRequests.findAndHold(seen.namespaceKey, seen.id);
    if (request === undefined || !isAsSeen(event, request, seen)) throw new OvertakenChangeError();
    if (bypassReason === '') await assertApproved(stores, request);
    const now = await time.now();
    await changeRequests.edit(request, { state: changeLife[event].to, revision, bypassReason }, now);
    // What changes flags is told with what it does.
    if (revision === undefined) {
      const fact = requestFact('applied', { ...request, state: 'applied' }, releaseImage(release));
      await stores.audit.append({ origin: request.author, at: now, facts: [fact] });
    }
    const planned = plannedTime(request, await stepsOf(stores, request));
    // The time between two steps is kept: those that have times of their own are moved by what this one is late.
    if (now > planned) await changeRequests.postpone(request, now - planned);
    const steps = await stepsOf(stores, request);
    const [next] = stepsAfter(request, steps);
    if (next === undefined) return;
    await changeRequests.edit(next, { baseRevision: base }, now);
    const policy = await reviewPolicies.of(request.namespaceKey);
    await advance('follow', stores, next, { steps, policy, now });
  }

  private async end(request: ChangeRequest, error: unknown): Promise<void> {
    if (!(error instanceof DomainError)) return;
    if (error instanceof OvertakenChangeError || error instanceof UnavailableError) return;
    // An instance of the newer version applies it.
    if (error instanceof NewerVersionError) return;
    await this.unitOfWork.write(async (stores) => {
      if (error instanceof UnapprovedChangeError) {
        const at: Instant = await stores.time.now();
        const { to: state, told } = changeLife.lack;
        if (!(await stores.changeRequests.edit(request, { state, dueAt: undefined }, at))) return;
        const facts = [requestFact(told, { ...request, state, dueAt: undefined })];
        await stores.audit.append({ origin: SERVICE_CALLER.origin, at, facts });
        return;
      }
      const event = error instanceof ConflictError ? 'conflict' : 'fail';
      await this.giveUp(event, stores, request, error.message).catch(ignoreOvertaken);
    });
  }

  private async releaseOf(
    request: ChangeRequest,
    appliedBy?: AuditOrigin,
    approvedBy?: AuditOrigin,
  ): Promise<Release> {
    const reviews = await this.unitOfWork.read(({ changeRequests }) => changeRequests.reviews([request.id]));
    const authors = approvalsOf(request, reviews).map(({ author }) => author);
    return {
      ...(appliedBy !== undefined && { appliedBy }),
      approvedBy: approvedBy === undefined ? authors : [...authors, approvedBy],
    };
  }
}

/** What ended a step, for the reason of those after it. */
const words = {
  rejected: 'rejected',
  cancelled: 'cancelled',
  conflicted: 'in conflict with another change',
  failed: 'not valid any more',
} as const;

/** @throws UnapprovedChangeError if the policy of the namespace wants approvals that the change has not. */
export async function assertApproved(stores: Stores, request: ChangeStep): Promise<void> {
  const { changeRequests, reviewPolicies } = stores;
  const policy = await reviewPolicies.of(request.namespaceKey);
  if (policy.requiredApprovals === 0 || request.bypassReason !== '') return;
  const missing = missingApprovals(request, await changeRequests.reviews([request.id]), policy);
  if (missing > 0) throw new UnapprovedChangeError(missing);
}

/** True unless somebody has applied, ended, edited or moved the change since it was seen. */
function isAsSeen(event: 'apply' | 'reach', request: ChangeStep, seen: ChangeStep): boolean {
  const { from } = changeLife[event];
  if (!from.some((state) => state === request.state) || request.version !== seen.version) return false;
  return event === 'apply' || request.dueAt === seen.dueAt;
}

async function nothing(): Promise<void> {
  return Promise.resolve();
}

function ignoreOvertaken(error: unknown): void {
  if (!(error instanceof OvertakenChangeError)) throw error;
}
