import {
  ConflictError,
  DomainError,
  SERVICE_CALLER,
  UnavailableError,
  type AuditOrigin,
  type ChangeCaller,
  type ChangeRequest,
  type ChangeSeries,
  type ChangeStep,
  type Instant,
  type Release,
  type Revision,
} from '@pennon/domain';
import { isEmptySummary } from '@pennon/document';
import type { Stores, UnitOfWork } from '@pennon/storage';
import type { Trail } from '../commit/trail';
import { releaseImage } from '../import/tally';
import { NewerVersionError } from '../history/newer-version';
import type { ChangeApplication, ChangeReport } from '../wanted/change-application';
import { type FoundState, readChange } from '../wanted/stored-change';
import { approversNow, assertApproved, UnapprovedChangeError } from './assert-approved';
import { assertMaySeries, changeLife, plannedTime } from './change-life';
import { keepBlocks } from './edited-step';
import { abandon, advance, holdSeriesOf, stepsAfter, stepsOf } from './held-request';
import { moveSeries } from './move-series';
import { heldMarks, marked } from './policy-on';
import { take, type RequestClaim } from './request-claim';
import { requestFact } from './request-facts';

/** Somebody else has applied the change, or edited it, meanwhile. */
export class OvertakenChangeError extends ConflictError {
  constructor() {
    super('the change was applied or edited meanwhile', { info: { reason: 'CHANGE_EDITED' } });
  }
}

/** How a person has a change carried out. */
export interface Applying {
  readonly caller: ChangeCaller;
  /** Why the caller passes by approvals and blocks; `''` unless given. */
  readonly bypassReason?: string;
  /** The request, if it is to be done once; undefined unless given. */
  readonly claim?: RequestClaim | undefined;
  /** What it wants and is based on, if it is not stored yet; what is stored, unless given. */
  readonly state?: FoundState;
  /** What is checked at the beginning of the transaction, before anything is changed; nothing, unless given. */
  readonly begin?: (stores: Stores) => Promise<void>;
  /** What is written in the same transaction before the change is marked as applied; nothing, unless given. */
  readonly before?: (stores: Stores) => Promise<void>;
}

/** What the transaction of a change has found and done. */
interface Settlement {
  readonly event: 'apply' | 'reach';
  readonly bypassReason: string;
  /** True if whoever applies it passes by approvals and blocks. */
  readonly isForced: boolean;
  /** Undefined for a change whose time has come. */
  readonly appliedBy?: AuditOrigin;
  readonly claim?: RequestClaim | undefined;
  readonly state?: FoundState | undefined;
  readonly begin?: (stores: Stores) => Promise<void>;
  readonly before: (stores: Stores) => Promise<void>;
}

/** What has come of a change. */
interface Made {
  /** Undefined if there was nothing to change. */
  readonly revision: Revision | undefined;
  /** What the next step is based on. */
  readonly base: Revision | undefined;
  readonly trail: Trail | undefined;
  /** True for a change of edits. */
  readonly isOfEdits: boolean;
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
   * @throws BlockedChangeError if a reviewer has asked for changes of it.
   * @throws DomainError why it cannot be applied.
   */
  async apply(request: ChangeRequest, applying: Applying): Promise<ChangeReport> {
    const { caller, bypassReason: ownReason = '', claim, state } = applying;
    const { begin = nothing, before = nothing } = applying;
    const isForced = ownReason !== '';
    const bypassReason = ownReason || request.bypassReason;
    try {
      return await this.carryOut(request, caller, {
        ...{ event: 'apply', bypassReason, isForced, appliedBy: caller.origin },
        ...{ claim, state, begin, before },
      });
    } catch (error) {
      // Only now it is known that it needs approvals, or others: reviewers can give them.
      if (error instanceof UnapprovedChangeError && (heldMarks(request).exempt || error.isMerged))
        await this.lack(request, error);
      throw error;
    }
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
      const { bypassReason } = request;
      return await this.carryOut(request, SERVICE_CALLER, {
        ...{ event: 'reach', bypassReason, isForced: false, before: nothing },
      });
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
    const series = await holdSeriesOf(stores, request);
    if (!(await stores.changeRequests.edit(request, { state, reason }, at))) throw new OvertakenChangeError();
    const facts = [requestFact(told, { ...request, state }, { reason })];
    const because = `step ${request.step} was ${words[state]}`;
    if (series !== undefined) {
      const fact = await moveSeries(event === 'conflict' ? 'suspend' : 'end', stores, series, because);
      if (fact !== undefined) facts.push(fact);
    }
    // The steps of a series that is suspended wait.
    const given = event === 'conflict' && series !== undefined ? [] : await stepsOf(stores, request);
    facts.push(...(await abandon(stores, stepsAfter(request, given), because, at)));
    await stores.audit.append({ origin, at, facts });
  }

  private async carryOut(
    request: ChangeRequest,
    caller: ChangeCaller,
    settlement: Settlement,
  ): Promise<ChangeReport> {
    const { id, author, message, baseRevision, onConflict = 'fail' } = request;
    const { wanted, base } = settlement.state ?? (await readChange(this.unitOfWork, request));
    const { event, bypassReason, claim } = settlement;
    const isOfEdits = wanted.edits !== undefined;
    const begin = async (stores: Stores): Promise<void> => {
      await take(stores, claim, { changeId: id });
      await settlement.begin?.(stores);
    };
    const isPlain = event === 'reach' && request.origin === 'change';
    const report = await this.application.apply(wanted, {
      caller: { ...caller, origin: author },
      // Whoever wrote it was held to them then; whoever applies it need not have them.
      rights: undefined,
      ...{ baseRevision, base, onConflict },
      note: {
        ...{ origin: isPlain ? 'schedule' : request.origin, message, changeId: id },
        ...{ isReviewed: true, bypassReason },
      },
      begin,
      settle: async (stores, trail) => {
        const revision = await stores.namespaces.revisionOf(request.namespaceKey);
        await this.settle(stores, request, settlement, { revision, base: revision, trail, isOfEdits });
      },
    });
    // Nothing was to be done, and nothing was committed. What follows builds on the state that was found.
    if (isEmptySummary(report.summary))
      await this.unitOfWork.write(async (stores) => {
        await begin(stores);
        const made = { revision: undefined, base: report.revision, trail: undefined, isOfEdits };
        await this.settle(stores, request, settlement, made);
      });
    return report;
  }

  /** Writes down, in the transaction of the change, that it is done, and what that means for the steps after it. */
  private async settle(
    stores: Stores,
    seen: ChangeRequest,
    { event, bypassReason, isForced, appliedBy, before }: Settlement,
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
    if (next === undefined) {
      if (series !== undefined) await moveSeries('finish', stores, { ...series, state: 'running' }, '');
      return;
    }
    // A step of a version before is based on the revision that the one before it made.
    if (next.onConflict === undefined) await changeRequests.edit(next, { baseRevision: base }, now);
    const policy = await reviewPolicies.of(request.namespaceKey);
    await advance('follow', stores, next, { steps, policy, now });
  }

  private async end(request: ChangeRequest, error: unknown): Promise<void> {
    if (!(error instanceof DomainError)) return;
    if (error instanceof OvertakenChangeError || error instanceof UnavailableError) return;
    // An instance of the newer version applies it.
    if (error instanceof NewerVersionError) return;
    if (error instanceof UnapprovedChangeError) return this.lack(request, error);
    await this.unitOfWork.write(async (stores) => {
      const event = error instanceof ConflictError ? 'conflict' : 'fail';
      await this.giveUp(event, stores, request, error.message).catch(ignoreOvertaken);
    });
  }

  /** Makes the approvals of a change void, because others have changed what it changes since: it waits for new ones. */
  async voidApprovals(request: ChangeStep): Promise<void> {
    await this.lack(request, { isMerged: true });
  }

  /** Has a change wait for the approvals that it turned out to lack. */
  private async lack(
    request: ChangeStep,
    { isMerged }: Pick<UnapprovedChangeError, 'isMerged'>,
  ): Promise<void> {
    await this.unitOfWork.write(async (stores) => {
      const at: Instant = await stores.time.now();
      const { to: state, told } = changeLife.lack;
      const version = request.version + (isMerged ? 1 : 0);
      const marks = marked(request, version, { ...heldMarks(request), exempt: false });
      const held = { state, version, dueAt: undefined, ...marks };
      if (!(await stores.changeRequests.edit(request, held, at))) return;
      if (isMerged) {
        const reviews = await stores.changeRequests.reviews([request.id]);
        await keepBlocks(stores, request, reviews, version);
      }
      if (request.state === state) return;
      const facts = [requestFact(told, { ...request, ...held })];
      await stores.audit.append({ origin: SERVICE_CALLER.origin, at, facts });
    });
  }
}

/** What ended a step, for the reason of those after it. */
const words = {
  rejected: 'rejected',
  cancelled: 'cancelled',
  conflicted: 'in conflict with another change',
  failed: 'not valid any more',
} as const;

/** True unless somebody has applied, ended, edited or moved the change since it was seen. */
function isAsSeen(event: 'apply' | 'reach', request: ChangeStep, seen: ChangeStep): boolean {
  const { from } = changeLife[event];
  if (!from.some((state) => state === request.state) || request.version !== seen.version) return false;
  return event === 'apply' || request.dueAt === seen.dueAt;
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

async function nothing(): Promise<void> {
  return Promise.resolve();
}

function ignoreOvertaken(error: unknown): void {
  if (!(error instanceof OvertakenChangeError)) throw error;
}
