import { MICROS_PER_SECOND } from '@pennon/domain';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import type { NewStep } from '../new-changes/new-change';

const MINUTE = 60 * MICROS_PER_SECOND;
const [ana, ben] = [person('ana'), person('ben')];

let clock: SettableClock;
let waiting: WaitingChanges;
/** Those of the steps. */
let ids: readonly string[];
let seriesId: string;

waitingChangesForEachTest((made) => {
  ({ clock, waiting } = made);
});

/** Plans changes of one flag. */
async function plan(...steps: readonly NewStep[]): Promise<void> {
  const { found, steps: later = [] } = await waiting.creation.create(ana, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps,
  });
  const requests = [found, ...later.map((step) => step.found)].flatMap((one) => one?.request ?? []);
  ids = requests.map(({ id }) => id);
  seriesId = requests[0]?.seriesId ?? '';
}

/** A ramp with a step every ten minutes from now on. */
async function ramp(...shares: readonly number[]): Promise<void> {
  await plan(
    ...shares.map((share, index) => ({
      wanted: sharedBy('shop', 'banner', share),
      at: index === 0 ? undefined : clock.moment + 10 * index * MINUTE,
    })),
  );
}

async function cancel(step: number): Promise<void> {
  await waiting.requests.cancel(ana, 'shop', ids[step - 1] ?? '', 'not yet');
}

async function review(step: number, verdict: 'approve' | 'reject'): Promise<void> {
  clock.moment++;
  await waiting.reviews.review(ben, 'shop', ids[step - 1] ?? '', {
    verdict,
    comment: '',
    version: undefined,
  });
}

/** The state of the series, and those of its steps, some minutes later. */
async function statesAfter(minutes: number): Promise<readonly string[]> {
  clock.moment += minutes * MINUTE;
  await waiting.look();
  const { series, steps } = await waiting.series.get('shop', seriesId);
  return [series.state, ...steps.map(({ request }) => request.state)];
}

it('a step that is cancelled ends with those after it, and the series goes on with those before it', async () => {
  await ramp(10, 20, 50, 100);
  await cancel(3);
  expect(await statesAfter(9)).toEqual(['running', 'applied', 'scheduled', 'cancelled', 'cancelled']);
  const { steps } = await waiting.series.get('shop', seriesId);
  expect(steps.slice(2).map(({ request }) => request.reason)).toEqual(['not yet', 'step 3 was cancelled']);
  const events = await waiting.unitOfWork.read(({ audit }) => audit.list({ limit: 2 }));
  expect(events.map(({ type, action }) => `${type}:${action}`)).toEqual([
    'change:cancelled',
    'change:cancelled',
  ]);
  expect(await statesAfter(2)).toEqual(['done', 'applied', 'applied', 'cancelled', 'cancelled']);
});

it('so does one that is rejected', async () => {
  await waiting.setPolicy('shop', 1);
  await ramp(10, 100);
  await review(2, 'reject');
  expect(await statesAfter(0)).toEqual(['running', 'pending', 'rejected']);
  await review(1, 'approve');
  expect(await statesAfter(0)).toEqual(['done', 'applied', 'rejected']);
});

it('a paused series stays paused, and goes on after that', async () => {
  await ramp(10, 50, 100);
  await waiting.series.pause(ana, 'shop', seriesId, '');
  await cancel(3);
  expect(await statesAfter(0)).toEqual(['paused', 'applied', 'scheduled', 'cancelled']);
  await waiting.series.resume(ana, 'shop', seriesId, '');
  expect(await statesAfter(11)).toEqual(['done', 'applied', 'applied', 'cancelled']);
});

it('a suspended series stays suspended while a step before is in conflict', async () => {
  await ramp(10, 50, 100);
  const [series, steps] = [seriesId, ids];
  await ramp(7);
  [seriesId, ids] = [series, steps];
  expect(await statesAfter(11)).toEqual(['suspended', 'applied', 'conflicted', 'scheduled']);
  await cancel(3);
  expect(await statesAfter(0)).toEqual(['suspended', 'applied', 'conflicted', 'cancelled']);
  await cancel(2);
  expect(await statesAfter(0)).toEqual(['cancelled', 'applied', 'cancelled', 'cancelled']);
});

it('a step is not bound to the time of a cancelled one after it', async () => {
  await ramp(10, 50, 100);
  await cancel(3);
  await waiting.edits.update(ana, 'shop', ids[1] ?? '', { at: clock.moment + 30 * MINUTE });
  expect(await statesAfter(29)).toEqual(['running', 'applied', 'scheduled', 'cancelled']);
  expect(await statesAfter(2)).toEqual(['done', 'applied', 'applied', 'cancelled']);
});
