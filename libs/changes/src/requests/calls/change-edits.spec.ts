import { MICROS_PER_SECOND } from '@pennon/domain';
import {
  person,
  sharedBy,
  type SettableClock,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';

const HOUR = 3600 * MICROS_PER_SECOND;
const ana = person('ana');
const ben = person('ben');

let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ clock, waiting } = made);
});

/** Schedules steps, one an hour. @returns Their ids. */
async function schedule(...shares: readonly number[]): Promise<readonly string[]> {
  const { found, steps = [] } = await waiting.creation.create(ana, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: shares.map((share, index) => ({
      wanted: sharedBy('shop', 'ramp', share),
      at: clock.moment + (index + 1) * HOUR,
    })),
  });
  return [found, ...steps.map((step) => step.found)].flatMap((one) => one?.request.id ?? []);
}

const edited = 'the change was edited: it is at version 2, not 1';

it('an edit of a version that somebody has edited since is refused, and changes nothing', async () => {
  const [id = ''] = await schedule(10);
  await waiting.edits.update(ana, 'shop', id, { wanted: sharedBy('shop', 'ramp', 20), version: 1 });
  const late = waiting.edits.update(ben, 'shop', id, { message: 'Sale', version: 1 });
  await expect(late).rejects.toMatchObject({ message: edited, info: { reason: 'CHANGE_EDITED' } });
  expect((await waiting.requests.get('shop', id)).request).toMatchObject({ message: '', version: 2 });
  await waiting.edits.update(ben, 'shop', id, { message: 'Sale', version: 2 });
  expect((await waiting.requests.get('shop', id)).request.message).toBe('Sale');
});

it('the version of a step is that of all steps', async () => {
  const [first = '', second = ''] = await schedule(10, 50);
  await waiting.edits.update(ana, 'shop', second, { wanted: sharedBy('shop', 'ramp', 60) });
  const late = waiting.edits.update(ben, 'shop', first, { message: 'Sale', version: 1 });
  await expect(late).rejects.toThrow(edited);
});

it('of two edits of one version at a moment one is refused', async () => {
  const [id = ''] = await schedule(10);
  const edits = [20, 30].map((share) =>
    waiting.edits.update(ana, 'shop', id, { wanted: sharedBy('shop', 'ramp', share), version: 1 }),
  );
  const outcomes = await Promise.allSettled(edits);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
