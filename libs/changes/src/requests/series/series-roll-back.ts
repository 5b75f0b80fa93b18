import { ConflictError, NotFoundError, type ChangeRequest, type ChangeStep } from '@pennon/domain';
import { isEmptySummary } from '@pennon/document';
import { statesOf } from '@pennon/state';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { assertNoBypass } from '../../commit/direct-writes';
import { keptRevision, statesAt } from '../../history/past-states';
import { takenBack, type BasedState } from '../../wanted/based-state';
import type { ChangeApplication, ChangeReport } from '../../wanted/change-application';
import { readChange } from '../../wanted/stored-change';
import { nothingOf, subjectsOf, wantedOf, type WantedState } from '../../wanted/wanted-state';
import { assertMaySeries, isWaiting } from '../life/change-life';
import { abandon } from '../events/advance';
import { findEachReviewed, type ReviewedRequest } from '../approvals/reviewed-request';
import { moveSeries } from '../life/move-series';
import type { Asker } from '../new-changes/new-change';
import { take } from '../new-changes/request-claim';
import { rollBackReview } from './roll-back-review';
import { holdSeries, type SeriesSteering, type SeriesWithSteps } from './series-steering';

/** A series that was rolled back, and what that did; undefined if none of its steps was applied. */
export interface RolledBack {
  readonly rolledBack: SeriesWithSteps;
  readonly report: ChangeReport | undefined;
}

/** Takes back what the steps of a series have changed. */
export class SeriesRollBack {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
    private readonly steering: SeriesSteering,
  ) {}

  /**
   * Puts back what the steps have changed, in one change, and gives up those that wait. It takes no approvals while it
   * is a brake, as {@link rollBackReview} says. What others have changed since stays; of parts that they have changed
   * again, and of flags and segments that would be wrong otherwise, it tells the conflicts.
   *
   * @throws FailedPreconditionError if the series was rolled back or cancelled before, or if it needs approvals.
   * @throws PermissionDeniedError if the caller asks to pass by the review, and must not.
   * @throws ConflictError if a step was applied meanwhile.
   * @throws InvalidArgumentError if what was there before would be wrong now.
   */
  async rollBack(asker: Asker, namespaceKey: string, id: string, reason: string): Promise<RolledBack> {
    const { caller, claim } = asker;
    this.application.assertWritable();
    const seen = await this.steering.get(namespaceKey, id);
    assertMaySeries('rollBack', seen.series);
    const applied = await this.appliedOf(seen);
    if (applied.length === 0) assertNoBypass(caller, 'a series of which no step was applied');
    const begin = async (stores: Stores): Promise<void> => take(stores, claim, {});
    const settle = async (stores: Stores): Promise<void> => this.settle(stores, asker, seen, reason);
    let report: ChangeReport | undefined;
    if (applied.length > 0) {
      const requests = applied.map(({ request }) => request);
      const { wanted, base, left } = takenBack(namespaceKey, await this.doneBy(requests));
      const message = reason === '' ? `roll back of series ${id}` : reason;
      report = await this.application.apply(wanted, {
        ...{
          caller,
          rights: undefined,
          baseRevision: requests.at(-1)?.baseRevision,
          base,
          onConflict: 'leave',
          left,
        },
        note: { origin: 'restore', message, couldWait: true, review: rollBackReview(namespaceKey, applied) },
        ...{ begin, settle },
      });
    }
    // Nothing was to be put back, and nothing was committed.
    if (report === undefined || isEmptySummary(report.summary))
      await this.unitOfWork.write(async (stores) => {
        await begin(stores);
        await settle(stores);
      });
    return { rolledBack: await this.steering.get(namespaceKey, id), report };
  }

  private async settle(
    stores: Stores,
    { caller: { origin } }: Asker,
    seen: SeriesWithSteps,
    reason: string,
  ): Promise<void> {
    const { namespaceKey, id } = seen.series;
    const held = await holdSeries(stores, namespaceKey, id);
    assertMaySeries('rollBack', held.series);
    const [before, after] = [seen.steps.map(({ request }) => request), held.steps].map(appliedAmong);
    if (before !== after)
      throw new ConflictError('a step of the series was applied meanwhile', {
        info: { reason: 'CHANGE_EDITED' },
      });
    const fact = await moveSeries('rollBack', stores, held.series, reason, { by: origin });
    const facts = [
      ...(fact === undefined ? [] : [fact]),
      ...(await abandon(stores, held.steps.filter(isWaiting), 'the series was rolled back', held.now)),
    ];
    await stores.audit.append({ origin, at: held.now, facts });
  }

  private async appliedOf({ series, steps }: SeriesWithSteps): Promise<readonly ReviewedRequest[]> {
    const ids = steps.filter(({ request }) => request.state === 'applied').map(({ request }) => request.id);
    return this.unitOfWork.read((stores) => findEachReviewed(stores, series.namespaceKey, ids));
  }

  /** What steps have done; what they wanted, where the history does not tell. */
  private async doneBy(requests: readonly ChangeRequest[]): Promise<readonly BasedState[]> {
    const states: BasedState[] = [];
    for (const request of requests) {
      const { wanted, base = statesOf([]) } = await readChange(this.unitOfWork, request);
      states.push((await this.revisionOf(request, wanted)) ?? { wanted, base });
    }
    return states;
  }

  /**
   * What the revision of a step made of what it found. What others had changed before it, also to what the step wants,
   * is none of its doing.
   *
   * @returns Undefined where the history does not tell.
   */
  private async revisionOf(
    { namespaceKey, revision }: ChangeRequest,
    wanted: WantedState,
  ): Promise<BasedState | undefined> {
    if (revision === undefined) return { wanted: nothingOf(namespaceKey), base: statesOf([]) };
    const subjects = subjectsOf(wanted);
    return this.unitOfWork.read(async (stores) => {
      try {
        await keptRevision(stores, namespaceKey, revision);
        await keptRevision(stores, namespaceKey, { revision: revision.revision - 1 });
      } catch (error) {
        if (error instanceof NotFoundError) return undefined;
        throw error;
      }
      const before = await statesAt(stores, namespaceKey, revision.revision - 1, subjects);
      const after = await statesAt(stores, namespaceKey, revision.revision, subjects);
      const base = statesOf(before.flatMap(({ state }) => state ?? []));
      return { wanted: wantedOf(namespaceKey, after), base };
    });
  }
}

function appliedAmong(steps: readonly ChangeStep[]): string {
  return steps
    .filter(({ state }) => state === 'applied')
    .map(({ id }) => id)
    .join(' ');
}
