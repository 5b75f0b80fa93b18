import { MICROS_PER_SECOND, SERVICE_ORIGIN, type ChangeStep } from '@pennon/domain';
import { SOME_MOMENT } from '@pennon/testing';
import type { StepTime } from '../new-changes/new-change';
import { isEarlier, stepsAtTimes } from './step-times';

const MINUTE = 60 * MICROS_PER_SECOND;
const NOW = SOME_MOMENT;

/** When a step is to be applied, in minutes from now or after the one before; undefined for as soon as it can be. */
type Minute = number | { readonly after: number } | undefined;

/** The steps of a series. @param applied How many of them are applied, now. */
function series(minutes: readonly Minute[], applied = 0): readonly ChangeStep[] {
  return minutes.map((minute, index) => ({
    ...{ id: `${index}`, namespaceKey: 'shop', message: '', author: SERVICE_ORIGIN, writers: [] },
    ...{ createdAt: NOW, updatedAt: NOW, baseRevision: undefined, revision: undefined, dueAt: undefined },
    ...{ seriesId: 's', step: index + 1, origin: 'change' as const, version: 1, isProposal: false },
    ...{ reason: '', bypassReason: '', onConflict: 'merge' as const },
    state: index < applied ? 'applied' : 'scheduled',
    plannedAt: typeof minute === 'number' ? NOW + minute * MINUTE : undefined,
    after: typeof minute === 'object' ? minute.after * MINUTE : undefined,
  }));
}

function at(step: number, minute: number): StepTime {
  return { step, at: NOW + minute * MINUTE, after: undefined };
}

function after(step: number, minutes: number): StepTime {
  return { step, at: undefined, after: minutes * MINUTE };
}

function minutesOf(steps: readonly ChangeStep[]): readonly Minute[] {
  return steps.map(({ plannedAt, after: wait }) => {
    if (wait !== undefined) return { after: wait / MINUTE };
    return plannedAt === undefined ? undefined : (plannedAt - NOW) / MINUTE;
  });
}

it.each<[string, readonly Minute[], readonly StepTime[], readonly Minute[]]>([
  ['later', [10, 20, 40], [at(1, 15)], [15, 25, 45]],
  ['earlier', [10, 20, 40], [at(1, 5)], [5, 15, 35]],
  ['from a step on', [10, 20, 40], [at(2, 30)], [10, 30, 50]],
  ['with steps that go by the one before', [10, { after: 10 }, 40], [at(1, 15)], [15, { after: 10 }, 45]],
  [
    'to a time of their own',
    [undefined, { after: 10 }, { after: 20 }],
    [at(2, 30)],
    [undefined, 30, { after: 20 }],
  ],
  [
    'but for those that are named',
    [10, 20, 40, 60],
    [at(1, 15), after(2, 30), at(4, 70)],
    [15, { after: 30 }, 65, 70],
  ],
])('moves steps that keep their distances: %s', (_, minutes, times, expected) => {
  expect(minutesOf(stepsAtTimes(series(minutes), times, NOW))).toEqual(expected);
});

it.each<[readonly StepTime[], string]>([
  [[at(2, -1)], 'times[0]: must be in the future'],
  [[at(2, 30), at(3, 30)], 'times[1]: must be later than the time of step 2'],
  [[at(3, 9)], 'times[0]: must be later than the time of step 2'],
  [[at(1, 30)], 'times[0].step: must be a step that waits, and is 1'],
  [[at(4, 30)], 'times[0].step: must be a step that waits, and is 4'],
  [[at(2, 30), after(2, 5)], 'times[1].step: must not be 2 again'],
  [[at(2, 1e10)], 'times[0]: must be before the year 9000'],
])('refuses times that do not fit: case %#', (times, reason) => {
  expect(() => stepsAtTimes(series([undefined, 10, 20], 1), times, NOW)).toThrow(`invalid field ${reason}`);
});

it('refuses an interval for the first step', () => {
  expect(() => stepsAtTimes(series([10, 20]), [after(1, 5)], NOW)).toThrow(
    'invalid field times[0].after: must not be given for the first step',
  );
});

it.each<[string, StepTime, readonly boolean[]]>([
  ['a later time', at(2, 25), [false, false, false]],
  ['an earlier one', at(2, 15), [false, true, true]],
  ['the interval that it had', after(3, 20), [false, false, true]],
])('tells which steps may be applied earlier: %s', (_, time, expected) => {
  const steps = series([10, 20, 40]);
  const moved = stepsAtTimes(steps, [time], NOW);
  expect(steps.map((step) => isEarlier(step, steps, moved))).toEqual(expected);
});
