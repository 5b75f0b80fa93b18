import { create } from '@bufbuild/protobuf';
import { pennonChanges, timestampOf } from '@pennon/proto';
import { machineZone, timeInZones } from '../command-line/local-times';
import { seriesLines } from './series-lines';
import { stepTimes } from './step-times';

const { Change_State: StepState, Series_State: State, SeriesSchema } = pennonChanges;

const nine = Date.UTC(2026, 11, 1, 9) * 1000;
const { steps, ...ramp } = create(SeriesSchema, {
  ...{ id: 's1', state: State.PAUSED, reason: 'errors\nagain' },
  steps: [
    { id: 'a', step: 1, state: StepState.APPLIED, revision: '12.rT0cJ8k1xWqZ' },
    { id: 'b', step: 2, state: StepState.SCHEDULED, at: timestampOf(nine) },
    { id: 'c', step: 3, state: StepState.PENDING_REVIEW, approvalsMissing: 1 },
  ],
});

test('a series is told with its steps, in both zones', () => {
  expect(seriesLines({ ...ramp, steps }, 'Asia/Tokyo')).toEqual([
    's1: paused: errors\\nagain',
    '  step 1: applied as revision 12 (id a)',
    `  step 2: scheduled for ${timeInZones(nine, 'Asia/Tokyo', machineZone())} (id b)`,
    '  step 3: waits for 1 approval (id c)',
  ]);
  expect(seriesLines({ ...ramp, state: State.STATE_UNSPECIFIED, steps: [] }, 'UTC')).toEqual([
    's1: in a state that this version does not know: errors\\nagain',
  ]);
});

const hour = { seconds: 3600n };

test.each([
  [{ at: nine }, [{ step: 2, at: timestampOf(nine) }]],
  [{ at: nine, step: 3 }, [{ step: 3, at: timestampOf(nine) }]],
  [
    { at: nine, every: 3600 },
    [
      { step: 2, at: timestampOf(nine) },
      { step: 3, after: hour },
    ],
  ],
  [
    { every: 3600 },
    [
      { step: 2, after: hour },
      { step: 3, after: hour },
    ],
  ],
  [{ every: 3600, step: 3 }, [{ step: 3, after: hour }]],
])('steps are moved by %j', (given, times) => {
  expect(stepTimes(steps, { at: undefined, every: undefined, step: undefined, ...given })).toEqual(times);
});

test('the first step has no interval', () => {
  const waiting = steps.map((step) => ({ ...step, state: StepState.SCHEDULED }));
  const times = stepTimes(waiting, { at: undefined, every: 3600, step: undefined });
  expect(times.map(({ step }) => step)).toEqual([2, 3]);
});

test('no step is moved of a ramp that is done', () => {
  const done = { at: nine, every: undefined, step: undefined };
  expect(() => stepTimes(steps.slice(0, 1), done)).toThrow('no step of this ramp waits');
});
