import { MICROS_PER_SECOND } from '@pennon/domain';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';

const HOUR = 3600 * MICROS_PER_SECOND;

let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest(({ clock: itsClock, waiting: made }) => {
  [clock, waiting] = [itsClock, made];
});

/** A change that waits, or a series of several steps. @returns the id of the first. */
async function propose(key: string, shares: readonly number[] = [50], isTimed = true): Promise<string> {
  const { found } = await waiting.creation.create(person('ana'), {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: shares.map((share, index) => ({
      wanted: sharedBy('shop', key, share),
      ...(isTimed && { at: clock.moment + (index + 1) * HOUR }),
    })),
  });
  return found?.request.id ?? '';
}

async function approve(id: string): Promise<void> {
  clock.moment += MICROS_PER_SECOND;
  const review = { verdict: 'approve', comment: '', version: undefined } as const;
  await waiting.reviews.review(person('ben'), 'shop', id, review);
}

async function stateOf(id: string): Promise<string> {
  return (await waiting.requests.get('shop', id)).request.state;
}

it('a policy that asks for less tells how many changes lack no approval any more', async () => {
  await waiting.setPolicy('shop', 2);
  const [approved, other, now] = [await propose('a'), await propose('b'), await propose('c', [50], false)];
  const ramp = await propose('d', [10, 50, 100]);
  await approve(approved);
  expect(await waiting.setPolicy('shop', 1)).toBe(1);
  expect(await stateOf(approved)).toBe('scheduled');
  expect(await waiting.setPolicy('shop', 1)).toBe(0);
  expect(await waiting.setPolicy('shop', 0)).toBe(5);
  for (const id of [other, now, ramp]) expect(await stateOf(id)).toBe('scheduled');
  await waiting.look();
  expect([await stateOf(now), await stateOf(other)]).toEqual(['applied', 'scheduled']);
});

it('one that asks for more releases nothing', async () => {
  const id = await propose('a');
  expect(await waiting.setPolicy('shop', 1)).toBe(0);
  expect(await stateOf(id)).toBe('pending');
});
