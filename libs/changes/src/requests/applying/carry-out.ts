import { isEmptySummary } from '@pennon/document';
import {
  ConflictError,
  DomainError,
  SERVICE_CALLER,
  UnavailableError,
  type ChangeCaller,
  type ChangeRequest,
} from '@pennon/domain';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { NewerVersionError } from '../../history/newer-version';
import type { ChangeApplication, ChangeReport } from '../../wanted/change-application';
import { readChange, type FoundState } from '../../wanted/stored-change';
import { UnapprovedChangeError } from '../approvals/assert-approved';
import { giveUp } from '../events/give-up';
import { OvertakenChangeError } from '../events/held-request';
import { lackApprovals } from '../events/lack-approvals';
import { heldMarks } from '../approvals/policy-on';
import { take, type RequestClaim } from '../new-changes/request-claim';
import { settle, type Settlement } from './settle';

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

/** How a change is carried out, by a person or at its time. */
interface CarriedOut extends Settlement, Pick<Applying, 'claim' | 'begin'> {
  readonly state: FoundState | undefined;
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
        ...{ event: 'apply', bypassReason, isForced, isNew: state !== undefined, appliedBy: caller.origin },
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
        ...{ event: 'reach', bypassReason, isForced: false, isNew: false, before: nothing, state: undefined },
      });
    } catch (error) {
      await this.end(request, error);
      throw error;
    }
  }

  private async carryOut(
    request: ChangeRequest,
    caller: ChangeCaller,
    settlement: CarriedOut,
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
        await settle(stores, request, settlement, { revision, base: revision, trail, isOfEdits });
      },
    });
    // Nothing was to be done, and nothing was committed. What follows builds on the state that was found.
    if (isEmptySummary(report.summary))
      await this.unitOfWork.write(async (stores) => {
        await begin(stores);
        const made = { revision: undefined, base: report.revision, trail: undefined, isOfEdits };
        await settle(stores, request, settlement, made);
      });
    return report;
  }

  private async lack(request: ChangeRequest, error: UnapprovedChangeError): Promise<void> {
    await this.unitOfWork.write((stores) => lackApprovals(stores, request, error));
  }

  private async end(request: ChangeRequest, error: unknown): Promise<void> {
    if (!(error instanceof DomainError)) return;
    if (error instanceof OvertakenChangeError || error instanceof UnavailableError) return;
    // An instance of the newer version applies it.
    if (error instanceof NewerVersionError) return;
    if (error instanceof UnapprovedChangeError) return this.lack(request, error);
    await this.unitOfWork.write(async (stores) => {
      const event = error instanceof ConflictError ? 'conflict' : 'fail';
      await giveUp(event, stores, request, error.message).catch(ignoreOvertaken);
    });
  }
}

async function nothing(): Promise<void> {
  return Promise.resolve();
}

function ignoreOvertaken(error: unknown): void {
  if (!(error instanceof OvertakenChangeError)) throw error;
}
