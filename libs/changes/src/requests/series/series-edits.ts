import { groupBy, timestampText, type AuditFact, type ChangeSeries, type ChangeStep } from '@pennon/domain';
import type { Stores, UnitOfWork } from '@pennon/storage';
import type { ChangeApplication } from '../../wanted/change-application';
import { assertMaySeries, isWaiting, nextOf, plannedTime, seriesLife } from '../life/change-life';
import { editedStep, goByTimeOf, keepBlocks } from '../events/edited-step';
import { advanced, type AroundRequest } from '../events/advance';
import type { Asker, SeriesEdit } from '../new-changes/new-change';
import { heldMarks } from '../approvals/policy-on';
import { take } from '../new-changes/request-claim';
import { seriesFact } from '../life/request-facts';
import { holdSeries, type HeldSeries, type SeriesSteering, type SeriesWithSteps } from './series-steering';
import { isEarlier, isSameTime, stepsAtTimes } from './step-times';

/** A step that an edit of its series changes. */
interface EditedStep {
  readonly before: ChangeStep;
  readonly after: ChangeStep;
  /** True if its approvals count no more. */
  readonly isVoid: boolean;
}

/** Edits of series: of all steps that wait, as one. */
export class SeriesEdits {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
    private readonly steering: SeriesSteering,
  ) {}

  /**
   * Gives steps that wait other times, and all of them another message. An earlier time makes the approvals of a step
   * void, and whoever edits a step gives up an approval of their own. If the next step is given a time, a series that
   * is paused waits for it in place of the rest, and one whose step is in conflict goes on. An edit applies nothing.
   * What is as before is not written.
   *
   * @throws FailedPreconditionError if the series is done with.
   * @throws InvalidFieldError as {@link stepsAtTimes} does.
   */
  async update(asker: Asker, namespaceKey: string, id: string, edit: SeriesEdit): Promise<SeriesWithSteps> {
    this.application.assertWritable();
    await this.unitOfWork.write(async (stores) => {
      await take(stores, asker.claim, {});
      const held = await holdSeries(stores, namespaceKey, id);
      assertMaySeries('edit', held.series);
      const facts = await editSteps(stores, asker, held, edit);
      await stores.audit.append({ origin: asker.caller.origin, at: held.now, facts });
    });
    return this.steering.get(namespaceKey, id);
  }
}

/** @returns What is told of it; nothing if all is as before. */
async function editSteps(
  stores: Stores,
  { caller }: Asker,
  { series, steps, now }: HeldSeries,
  { times, message }: SeriesEdit,
): Promise<readonly AuditFact[]> {
  const policy = await stores.reviewPolicies.of(series.namespaceKey);
  const moved = stepsAtTimes(steps, times, now);
  const next = nextOf(steps);
  const hasNewTime = next !== undefined && times.some(({ step }) => step === next.step);
  const isStopped = series.rest !== undefined || next?.state === 'conflicted';
  const changed = steps.filter(isWaiting).flatMap((before): readonly EditedStep[] => {
    const { plannedAt, after } = moved.find(({ id }) => id === before.id) ?? before;
    const changes = { plannedAt, after, message: message ?? before.message };
    const isMoved = !isSameTime(before, steps, moved);
    const goesOn = hasNewTime && isStopped && before.id === next.id;
    if (!isMoved && !goesOn && changes.message === before.message) return [];
    const isVoid = isEarlier(before, steps, moved);
    return [
      {
        before,
        isVoid,
        after: editedStep(before, changes, { caller, policy, isVoid, held: heldMarks(before) }),
      },
    ];
  });
  if (changed.length === 0) return [];
  const current = hasNewTime ? await goByTimeOf(stores, series, next, now) : series;
  const around = { steps: moved, policy, now };
  await writeSteps(stores, changed, current, around);
  const told = changed.map(({ after }) => ({
    ...{ step: after.step, due_at: timestampText(plannedTime(after, moved)), message: after.message },
  }));
  return [seriesFact(seriesLife.edit.told, current, current.reason, { steps: told })];
}

async function writeSteps(
  stores: Stores,
  changed: readonly EditedStep[],
  series: ChangeSeries,
  around: AroundRequest,
): Promise<void> {
  const { changeRequests } = stores;
  const all = await changeRequests.reviews(changed.map(({ before }) => before.id));
  const reviewsOf = groupBy(all, ({ changeId }) => changeId);
  for (const { before, after, isVoid } of changed) {
    const given = reviewsOf.get(before.id) ?? [];
    const reviews = isVoid ? await keepBlocks(stores, before, given, after.version) : given;
    await changeRequests.edit(before, advanced('edit', after, { ...around, reviews, series }), around.now);
  }
}
