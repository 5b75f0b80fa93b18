import { isEmptySummary } from '@pennon/document';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { withReason } from '../../commit/direct-writes';
import type { ChangeApplication, ChangeReport } from '../../wanted/change-application';
import type { WantedState } from '../../wanted/wanted-state';
import { basedSteps, type BasedSteps } from '../new-changes/based-steps';
import type { CarryOut } from '../applying/carry-out';
import { requestsOf, type Asker, type NewChange, type NewRequest } from '../new-changes/new-change';
import { courseOf, standOf } from '../new-changes/new-review';
import { take } from '../new-changes/request-claim';
import { findEachReviewed } from '../approvals/reviewed-request';
import { planSteps, resultOf, type ChangeResult, type StepOptions } from './step-plans';
import { storeChanges, type ChangeLimits } from '../new-changes/store-changes';
import { isAtOnce } from '../new-changes/turning-off';

/** Makes changes: applied at once, or waiting for review or for their time. */
export class ChangeCreation {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
    private readonly carryOut: CarryOut,
    private readonly limits: ChangeLimits,
  ) {}

  /**
   * What a change would do now, and each step of a series after the one before it; conflicts and errors are told.
   *
   * @throws InvalidArgumentError if no plan can be made for it, or its times mean nothing.
   */
  async look(asker: Asker, change: NewChange): Promise<ChangeResult> {
    const { caller, rights } = asker;
    const course = await courseOf(this.unitOfWork, asker, change);
    const { steps, baseRevision, onConflict = 'fail' } = course.off ?? change;
    const author = caller.origin.actor;
    const reports =
      steps.length === 1 && course.isNow
        ? await planSteps(this.application, steps, { author, rights, baseRevision, onConflict })
        : (await this.planned(change, { author, rights })).reports;
    const planned = isForNothing(change, reports) ? { ...course, isPending: false, isNow: true } : course;
    return resultOf(
      reports.map((report, index) => ({ found: undefined, report, stand: standOf(planned, index) })),
    );
  }

  /**
   * Applies a change at once if nothing speaks against it, and has it wait otherwise. A change without effect does
   * not wait, unless it is to be proposed, or has a time.
   *
   * @throws InvalidArgumentError, NotFoundError, ConflictError and PermissionDeniedError as
   *   {@link ChangeApplication.apply} does; then nothing is changed.
   * @throws ResourceExhaustedError if too many changes wait already.
   */
  async create(asker: Asker, change: NewChange): Promise<ChangeResult> {
    const { namespaceKey, steps } = change;
    const { caller } = asker;
    this.application.assertWritable();
    const course = await courseOf(this.unitOfWork, asker, change);
    const { policy, now, held, bypassReason, isPending, isNow } = course;
    const [first] = steps;
    if (first !== undefined && steps.length === 1 && isNow)
      return this.applyNew(asker, course.off ?? change, first.wanted, bypassReason);
    const { based, reports } = await this.planned(change, {
      ...{ author: caller.origin.actor, rights: asker.rights, isBinding: true },
    });
    if (isForNothing(change, reports)) {
      await this.takeForNothing(asker);
      return { found: undefined, report: reports[0] };
    }
    const message =
      policy.requiredApprovals > 0 ? change.message : withReason(change.message, caller.bypassReason);
    const requests = await requestsOf(
      asker,
      { ...change, message },
      based,
      { isPending, bypassReason, held },
      now,
    );
    const applied = await this.store(asker, requests, { isNow, bypassReason });
    if (applied !== undefined) reports[0] = applied;
    const ids = requests.map(({ request }) => request.id);
    const stored = await this.unitOfWork.read((stores) => findEachReviewed(stores, namespaceKey, ids));
    return resultOf(stored.map((found, index) => ({ found, report: reports[index] })));
  }

  /**
   * Stores changes that wait.
   *
   * @param isNow True to apply the first one in the same transaction.
   * @returns What that one did.
   */
  private async store(
    asker: Asker,
    requests: readonly NewRequest[],
    { isNow, bypassReason }: { readonly isNow: boolean; readonly bypassReason: string },
  ): Promise<ChangeReport | undefined> {
    const { caller, claim } = asker;
    const [first] = requests;
    const before = async (stores: Stores): Promise<void> =>
      storeChanges(stores, asker, requests, { isNow, limits: this.limits });
    if (first !== undefined && isNow)
      return this.carryOut.apply(first.request, { caller, claim, bypassReason, before, state: first.based });
    await this.unitOfWork.write(async (stores) => {
      await take(stores, claim, { changeId: first?.request.id });
      await before(stores);
    });
    return undefined;
  }

  /** Writes down that a request was done that had nothing to change: its own transaction was undone. */
  private async takeForNothing({ claim }: Asker): Promise<void> {
    if (claim !== undefined) await this.unitOfWork.write((stores) => take(stores, claim, {}));
  }

  /** What a change that waits is based on, and what it would do. */
  private async planned(
    { namespaceKey, steps, baseRevision, onConflict = 'merge' }: NewChange,
    options: Pick<StepOptions, 'author' | 'rights' | 'isBinding'>,
  ): Promise<{ readonly based: BasedSteps; readonly reports: ChangeReport[] }> {
    const wanted = steps.map((step) => step.wanted);
    const based = await basedSteps(this.unitOfWork, namespaceKey, wanted, baseRevision);
    const basis = { baseRevision: based.revision, onConflict };
    return { based, reports: await planSteps(this.application, based.steps, { ...options, ...basis }) };
  }

  private async applyNew(
    asker: Asker,
    change: NewChange,
    wanted: WantedState,
    bypassReason: string,
  ): Promise<ChangeResult> {
    const { namespaceKey, origin, message, baseRevision, onConflict } = change;
    const { caller, rights, claim } = asker;
    // Not reviewed, so that it is refused if the policy has changed meanwhile, or holds for what others have made of
    // it.
    const note = {
      ...{ origin, message, couldWait: true },
      ...(bypassReason !== '' && { isReviewed: true, bypassReason }),
    };
    const begin = async (stores: Stores): Promise<void> =>
      take(stores, claim, { revision: claim && (await stores.namespaces.revisionOf(namespaceKey)) });
    const report = await this.application.apply(wanted, {
      ...{ caller, rights, baseRevision, onConflict: onConflict ?? 'fail', note, begin },
    });
    if (isEmptySummary(report.summary)) await this.takeForNothing(asker);
    return { found: undefined, report };
  }
}

/** True for a change that does not wait, because it has no time and changes nothing. */
function isForNothing({ steps }: NewChange, [report]: readonly ChangeReport[]): boolean {
  return isAtOnce(steps) && report !== undefined && isEmptySummary(report.summary);
}
