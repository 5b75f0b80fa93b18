import {
  groupBy,
  NotFoundError,
  quote,
  type AuditFact,
  type AuditOrigin,
  type ChangeSeries,
  type ChangeStep,
  type Instant,
} from '@pennon/domain';
import type { ChangeSeriesQuery, Stores, UnitOfWork } from '@pennon/storage';
import { assertNoBypass } from '../../commit/direct-writes';
import type { ChangeApplication } from '../../wanted/change-application';
import { assertMaySeries, isTimed, isWaiting, maySeries, nextOf, plannedTime } from '../life/change-life';
import { abandon, advance } from '../events/advance';
import { withReviews, type ReviewedRequest } from '../approvals/reviewed-request';
import { moveSeries } from '../life/move-series';
import type { Asker } from '../new-changes/new-change';
import { take } from '../new-changes/request-claim';

/** A series with its steps. */
export interface SeriesWithSteps {
  readonly series: ChangeSeries;
  readonly steps: readonly ReviewedRequest<ChangeStep>[];
}

/** A series whose caller steers it, and its steps, in the transaction in which that is done. */
export interface HeldSeries {
  readonly series: ChangeSeries;
  readonly steps: readonly ChangeStep[];
  readonly now: Instant;
}

/** Pauses series, lets them go on, and ends them. */
export class SeriesSteering {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
  ) {}

  /** A series. @throws NotFoundError if there is none such. */
  async get(namespaceKey: string, id: string): Promise<SeriesWithSteps> {
    return this.unitOfWork.read(async (stores) => {
      const series = await stores.changeSeries.find(namespaceKey, id);
      if (series === undefined) throw seriesNotFound(namespaceKey, id);
      const [found] = await withSteps(stores, [series]);
      return found ?? { series, steps: [] };
    });
  }

  /** Series, the latest first. */
  async list(query: ChangeSeriesQuery): Promise<readonly SeriesWithSteps[]> {
    return this.unitOfWork.read(async (stores) => withSteps(stores, await stores.changeSeries.list(query)));
  }

  /**
   * Stops a series before its next step, which then has to wait as long as it has to wait now.
   *
   * @throws FailedPreconditionError if the series does not run.
   */
  async pause(asker: Asker, namespaceKey: string, id: string, reason: string): Promise<SeriesWithSteps> {
    return this.steer(asker, namespaceKey, id, async (stores, held) => {
      assertMaySeries('pause', held.series);
      return [await stopSeries('pause', stores, held, reason, asker.caller.origin)];
    });
  }

  /**
   * Lets a series go on: its next step waits for the rest of its time, and the steps after it keep their distances. A
   * step that was in conflict is tried again now.
   *
   * @throws FailedPreconditionError if the series is neither paused nor suspended.
   */
  async resume(asker: Asker, namespaceKey: string, id: string, reason: string): Promise<SeriesWithSteps> {
    return this.steer(asker, namespaceKey, id, async (stores, { series, steps, now }) => {
      assertMaySeries('resume', series);
      const fact = await moveSeries('resume', stores, series, reason, { by: asker.caller.origin });
      const next = nextOf(steps);
      if (next !== undefined) await this.goOn(stores, next, { series, steps, now });
      return [fact];
    });
  }

  /** Gives up the steps of a series that wait. @throws FailedPreconditionError if it is done with. */
  async cancel(asker: Asker, namespaceKey: string, id: string, reason: string): Promise<SeriesWithSteps> {
    return this.steer(asker, namespaceKey, id, async (stores, held) => {
      assertMaySeries('cancel', held.series);
      const fact = await moveSeries('cancel', stores, held.series, reason, { by: asker.caller.origin });
      return [
        fact,
        ...(await abandon(stores, held.steps.filter(isWaiting), 'the series was cancelled', held.now)),
      ];
    });
  }

  private async goOn(
    stores: Stores,
    next: ChangeStep,
    { series: { rest }, steps, now }: HeldSeries,
  ): Promise<void> {
    const planned = plannedTime(next, steps);
    // A step that waited for somebody to resume its series is not late: a time that has passed meanwhile is now.
    const at = rest === undefined ? Math.max(planned, now) : now + rest;
    const delay = isTimed(next) ? at - planned : 0;
    const moved = delay === 0 ? next : { ...next, plannedAt: at, after: undefined };
    const { plannedAt, after } = moved;
    await stores.changeRequests.edit(next, { plannedAt, after, reason: '' }, now);
    // A clock that was set back in the pause takes nothing off the times of later steps.
    if (delay > 0) await stores.changeRequests.postpone(next, delay);
    const policy = await stores.reviewPolicies.of(next.namespaceKey);
    const all = steps.map((step) => (step.id === next.id ? moved : step));
    await advance('retry', stores, moved, { steps: all, policy, now });
  }

  private async steer(
    { caller, claim }: Asker,
    namespaceKey: string,
    id: string,
    work: (stores: Stores, held: HeldSeries) => Promise<readonly (AuditFact | undefined)[]>,
  ): Promise<SeriesWithSteps> {
    this.application.assertWritable();
    assertNoBypass(caller, 'a series');
    await this.unitOfWork.write(async (stores) => {
      await take(stores, claim, {});
      const held = await holdSeries(stores, namespaceKey, id);
      const facts = (await work(stores, held)).filter((fact) => fact !== undefined);
      await stores.audit.append({ origin: caller.origin, at: held.now, facts });
    });
    return this.get(namespaceKey, id);
  }
}

/** Stops a series before its next step, which keeps the rest of its time, if the series runs. @returns What is told. */
export async function stopSeries(
  event: 'pause' | 'hold',
  stores: Stores,
  { series, steps, now }: HeldSeries,
  reason: string,
  by: AuditOrigin,
): Promise<AuditFact | undefined> {
  if (!maySeries(event, series)) return undefined;
  const next = nextOf(steps);
  const rest = next && isTimed(next) ? Math.max(0, plannedTime(next, steps) - now) : undefined;
  if (next !== undefined) await stores.changeRequests.edit(next, { dueAt: undefined }, now);
  return moveSeries(event, stores, series, reason, { by, rest });
}

/**
 * A series and its steps, which nobody else steers, edits or reviews until the transaction ends.
 *
 * @throws NotFoundError if there is none such.
 */
export async function holdSeries(stores: Stores, namespaceKey: string, id: string): Promise<HeldSeries> {
  const series = await stores.changeSeries.findAndHold(namespaceKey, id);
  if (series === undefined) throw seriesNotFound(namespaceKey, id);
  return { series, steps: await stores.changeRequests.holdSteps(id), now: await stores.time.now() };
}

/** Series with their steps, of all of them at once. */
async function withSteps(stores: Stores, all: readonly ChangeSeries[]): Promise<readonly SeriesWithSteps[]> {
  const steps = await stores.changeRequests.steps(
    all.map(({ id }) => id),
    'cut',
  );
  const bySeries = groupBy(await withReviews(stores, steps, 'cut'), ({ request }) => request.seriesId);
  return all.map((series) => ({ series, steps: bySeries.get(series.id) ?? [] }));
}

function seriesNotFound(namespaceKey: string, id: string): NotFoundError {
  return new NotFoundError(`series ${quote(id)} not found in namespace ${quote(namespaceKey)}`);
}
