import type { MessageInitShape } from '@bufbuild/protobuf';
import { durationFromMs } from '@bufbuild/protobuf/wkt';
import { flipt, pennonChanges, timestampOf } from '@pennon/proto';
import { marked } from '../../../../test/support/marked';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, createNamespace, getFlag } = flipt.Flipt.method;
const { method } = pennonChanges.ChangeService;
const { Series_State: State, Change_State: StepState } = pennonChanges;

const { call, expectRefused } = newWriterForEachTest();

const namespaceKey = 'shop';

beforeEach(async () => {
  await call(createNamespace, { key: namespaceKey, name: 'Shop' });
  await call(createFlag, { namespaceKey, key: 'colour', name: 'Colour' });
});

/** Begins a ramp whose first step is applied. @returns its id. */
async function begin(key = 'colour'): Promise<string> {
  const steps = ['Hue', 'Tint'].map((name, index) => ({
    document: { document: JSON.stringify({ flags: [{ key, name }] }) },
    ...(index > 0 && { after: durationFromMs(3_600_000) }),
  }));
  const { change } = await call(method.createChange, { namespaceKey, when: { steps } });
  return change?.seriesId ?? '';
}

it('is paused, resumed and cancelled', async () => {
  const id = await begin();
  const paused = await call(method.pauseSeries, { namespaceKey, id, reason: 'errors' });
  expect(paused).toMatchObject({
    ...{ id, state: State.PAUSED, reason: 'errors' },
    steps: [{ state: StepState.APPLIED }, { state: StepState.SCHEDULED, overdue: false }],
  });
  expect(Number(paused.rest?.seconds)).toBeGreaterThan(3500);
  await expectRefused(
    call(method.pauseSeries, { namespaceKey, id }),
    'FAILED_PRECONDITION',
    'the series cannot be paused: it is paused',
  );
  expect(await call(method.resumeSeries, { namespaceKey, id })).toMatchObject({ state: State.RUNNING });
  expect(await call(method.cancelSeries, { namespaceKey, id, reason: 'no' })).toMatchObject({
    ...{ state: State.CANCELLED, reason: 'no' },
    steps: [{ state: StepState.APPLIED }, { state: StepState.CANCELLED }],
  });
});

it('is moved, and given another message', async () => {
  const id = await begin();
  const at = timestampOf((Date.now() + 7_200_000) * 1000);
  const moved = await call(method.updateSeries, {
    namespaceKey,
    id,
    times: [{ step: 2, at }],
    message: 'Late',
  });
  expect(moved).toMatchObject({ state: State.RUNNING, steps: [{}, { at, message: 'Late' }] });
  const again = { namespaceKey, id, times: [{ step: 2, after: durationFromMs(7_200_000) }], requestKey: 'm' };
  await call(method.updateSeries, again);
  const { steps } = await call(method.updateSeries, again);
  expect(steps[1]).toMatchObject({ after: { seconds: 7200n }, message: 'Late' });
});

it.each<[MessageInitShape<typeof method.updateSeries.input>, string]>([
  [{}, 'invalid field times: must be given, or a message'],
  [{ times: [{ step: 2 }] }, 'invalid field times[0]: must have at or after'],
  [
    { times: [{ step: 2, at: timestampOf(1e15), after: durationFromMs(1) }] },
    'invalid field times[0]: must not have both at and after',
  ],
  [
    { times: [{ step: 2, after: durationFromMs(0) }] },
    'invalid field times[0].after: must be more than 0 and at most ten years',
  ],
])('is not moved by %j', async (edit, reason) => {
  await expectRefused(
    call(method.updateSeries, { namespaceKey, id: 'any', ...edit }),
    'INVALID_ARGUMENT',
    reason,
  );
});

it('is rolled back, and answered with the change that did it', async () => {
  const id = await begin();
  const { series, outcome } = await call(method.rollBackSeries, { namespaceKey, id, reason: 'errors' });
  expect(series).toMatchObject({ id, state: State.ROLLED_BACK });
  expect(outcome).toMatchObject({
    ...{ changed: true, conflicts: [], change: { state: StepState.APPLIED, revision: marked(4) } },
    items: [{ key: 'colour' }],
  });
  expect(await call(getFlag, { namespaceKey, key: 'colour' })).toMatchObject({ name: 'Colour' });
});

it('does once what is asked twice with one key', async () => {
  const id = await begin();
  const pause = { namespaceKey, id, requestKey: 'p' };
  await call(method.pauseSeries, pause);
  expect(await call(method.pauseSeries, pause)).toMatchObject({ state: State.PAUSED });
  await expectRefused(
    call(method.resumeSeries, pause),
    'ABORTED',
    'request key "p" was used for another request, or by another caller, in the last 24 hours',
  );
  const back = { namespaceKey, id, requestKey: 'b' };
  await call(method.rollBackSeries, back);
  expect(await call(method.rollBackSeries, back)).toMatchObject({ series: { state: State.ROLLED_BACK } });
});

it('is listed page by page, and by state and flag', async () => {
  const first = await begin();
  const second = await begin('size');
  await call(method.pauseSeries, { namespaceKey, id: first });
  const page = await call(method.listSeries, { namespaceKey, limit: 1 });
  expect(page.series).toMatchObject([{ id: second }]);
  const rest = await call(method.listSeries, { namespaceKey, limit: 1, pageToken: page.nextPageToken });
  expect(rest).toMatchObject({ series: [{ id: first }], nextPageToken: '' });
  const paused = await call(method.listSeries, { namespaceKey, state: State.PAUSED });
  expect(paused.series).toMatchObject([{ id: first }]);
  const ofSize = await call(method.listSeries, { namespaceKey, flagKey: 'size' });
  expect(ofSize.series).toMatchObject([{ id: second }]);
});

it('is not found under another id', async () => {
  for (const deed of [method.pauseSeries, method.resumeSeries, method.cancelSeries] as const)
    await expectRefused(
      call(deed, { namespaceKey, id: 'none' }),
      'NOT_FOUND',
      'series "none" not found in namespace "shop"',
    );
});
