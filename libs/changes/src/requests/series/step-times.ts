import { invalidField, type ChangeStep, type Instant } from '@pennon/domain';
import { isWaiting, plannedTime } from '../life/change-life';
import { assertTimeBehind, type StepTime } from '../new-changes/new-change';

/**
 * The steps of a series at other times. A step that waits and is not named keeps its distance from the one before it.
 *
 * @param steps In their order.
 * @throws InvalidFieldError if a time is of a step that does not wait, is named twice, is past, or is not later than
 *   that of the step before.
 */
export function stepsAtTimes(
  steps: readonly ChangeStep[],
  times: readonly StepTime[],
  now: Instant,
): readonly ChangeStep[] {
  const places = placesOf(steps, times);
  const moved: ChangeStep[] = [];
  for (const [index, step] of steps.entries()) {
    const place = places.get(step.step);
    const time = place === undefined ? undefined : times[place];
    if (time === undefined) {
      moved.push(movedBy(delayOf(steps[index - 1], steps, moved), step));
      continue;
    }
    const field = `times[${place}]`;
    if (index === 0 && time.after !== undefined)
      throw invalidField(`${field}.after`, 'must not be given for the first step');
    const named = { ...step, plannedAt: time.at, after: time.after };
    moved.push(named);
    assertTimeBehind(field, plannedTime(named, moved), named, moved, now);
  }
  return moved;
}

/** True if a step is to be applied when it was to be. @param moved The steps as they are to be. */
export function isSameTime(
  step: ChangeStep,
  steps: readonly ChangeStep[],
  moved: readonly ChangeStep[],
): boolean {
  const after = sameStep(step, moved);
  if (after.plannedAt !== step.plannedAt || after.after !== step.after) return false;
  return plannedTime(after, moved) === plannedTime(step, steps);
}

/** True if a step may be applied earlier than it was to be. @param moved The steps as they are to be. */
export function isEarlier(
  step: ChangeStep,
  steps: readonly ChangeStep[],
  moved: readonly ChangeStep[],
): boolean {
  const after = sameStep(step, moved);
  // A step without a time of its own follows the one before it also if a person applies that one early.
  if (step.plannedAt !== undefined && after.plannedAt === undefined) return true;
  return plannedTime(after, moved) < plannedTime(step, steps);
}

function sameStep(step: ChangeStep, moved: readonly ChangeStep[]): ChangeStep {
  return moved.find(({ id }) => id === step.id) ?? step;
}

/** Where in the request the times of steps are, by these. */
function placesOf(steps: readonly ChangeStep[], times: readonly StepTime[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const [place, { step: named }] of times.entries()) {
    const field = `times[${place}].step`;
    if (places.has(named)) throw invalidField(field, `must not be ${named} again`);
    if (!steps.some((step) => step.step === named && isWaiting(step)))
      throw invalidField(field, `must be a step that waits, and is ${named}`);
    places.set(named, place);
  }
  return places;
}

/** How much later a step that waits is than it was, in microseconds; 0 for one that is done with. */
function delayOf(
  step: ChangeStep | undefined,
  steps: readonly ChangeStep[],
  moved: readonly ChangeStep[],
): number {
  if (step === undefined || !isWaiting(step)) return 0;
  return plannedTime(sameStep(step, moved), moved) - plannedTime(step, steps);
}

/** A step that goes by the one before it moves with that one. */
function movedBy(delay: number, step: ChangeStep): ChangeStep {
  return step.plannedAt === undefined ? step : { ...step, plannedAt: step.plannedAt + delay };
}
