import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { UnavailableError, type ChangeRequest } from '@pennon/domain';
import { MICROS_PER_SECOND } from '@pennon/domain';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../../../test/support/temporary-database';
import { person, SettableClock, sharedBy, WaitingChanges } from '../../../../../test/support/waiting-changes';
import { DueChanges } from './due-changes';
import type { NewChange } from '../new-changes/new-change';

const MINUTE = 60 * MICROS_PER_SECOND;

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;
const never = new AbortController().signal;

beforeAll(() => {
  Logger.overrideLogger(false);
});

afterAll(() => {
  Logger.overrideLogger(true);
});

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  clock = new SettableClock();
  waiting = new WaitingChanges(temporary.database, clock);
});

afterEach(async () => {
  await temporary.remove();
});

/** Schedules a change of a namespace. @returns its id. */
async function schedule(namespaceKey: string, minutes: number, share = minutes): Promise<string> {
  const at = clock.moment + minutes * MINUTE;
  const { found } = await waiting.creation.create(person('ana'), {
    ...{ namespaceKey, origin: 'change', message: '', baseRevision: undefined, isProposal: false },
    steps: [{ wanted: sharedBy(namespaceKey, `colour-${share}`, share), at }],
  });
  return found?.request.id ?? '';
}

async function stateOf(namespaceKey: string, id: string): Promise<string> {
  return (await waiting.requests.get(namespaceKey, id)).request.state;
}

/** A scheduler whose changes are applied by the work given. */
function schedulerOf(applyDue: (request: ChangeRequest) => Promise<never>): DueChanges {
  const { unitOfWork } = waiting;
  const carryOut = { applyDue } as never;
  const lease = { hold: async () => Promise.resolve({ isHeld: true }) } as never;
  return new DueChanges({ unitOfWork, carryOut, lease, pollMs: 1000, maxLatenessMs: 0 });
}

it('waits for everything under way when the database fails one namespace', async () => {
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await waiting.addNamespace(key);
    await schedule(key, 1);
  }
  clock.moment += 2 * MINUTE;
  let running = 0;
  let most = 0;
  const seen: string[] = [];
  const due = schedulerOf(async ({ namespaceKey }) => {
    seen.push(namespaceKey);
    most = Math.max(most, ++running);
    await delay(namespaceKey === 'a' ? 1 : 20);
    running--;
    throw new UnavailableError('the pool is full');
  });
  await due.look(never);
  expect(running).toBe(0);
  expect(most).toBeLessThanOrEqual(4);
  expect(seen.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('passes by a change that fails again and again, after some attempts, and goes on trying it', async () => {
  await waiting.addNamespace('shop');
  const broken = await schedule('shop', 1);
  const sound = await schedule('shop', 2);
  await waiting.unitOfWork.write(async ({ changeRequests, time }) => {
    const request = await changeRequests.find('shop', broken);
    if (request !== undefined) await changeRequests.edit(request, { content: 'damaged' }, await time.now());
  });
  clock.moment += 3 * MINUTE;
  await waiting.look();
  expect(await stateOf('shop', sound)).toBe('scheduled');
  for (let attempt = 0; attempt < 5; attempt++) await waiting.look();
  expect(await stateOf('shop', sound)).toBe('applied');
  expect(await stateOf('shop', broken)).toBe('scheduled');
});

it('applies changes of a namespace in the order of their times, also those that were late to be scheduled', async () => {
  await waiting.addNamespace('shop');
  const second = await schedule('shop', 2);
  const first = await schedule('shop', 1);
  clock.moment += 5 * MINUTE;
  await waiting.look();
  const made = await waiting.unitOfWork.read(({ history }) =>
    history.list({ namespaceKey: 'shop', limit: 10 }),
  );
  expect(made.map(({ changeId, origin }) => [changeId, origin])).toEqual([
    [second, 'schedule'],
    [first, 'schedule'],
  ]);
});

it('marks a change that has nothing to change as applied, with no revision', async () => {
  await waiting.addNamespace('shop');
  const first = await schedule('shop', 1, 50);
  const same = await schedule('shop', 2, 50);
  clock.moment += 3 * MINUTE;
  await waiting.look();
  expect((await waiting.requests.get('shop', first)).request).toMatchObject({
    state: 'applied',
    revision: { revision: 2 },
  });
  const { request } = await waiting.requests.get('shop', same);
  expect(request).toMatchObject({ state: 'applied', revision: undefined });
});

it('ends a change in conflict, which an early attempt of a person does not', async () => {
  await waiting.addNamespace('shop');
  const share = async (percentage: number, more: Partial<NewChange> = {}): Promise<string> => {
    const { found } = await waiting.creation.create(person('ana'), {
      ...{ namespaceKey: 'shop', origin: 'change', message: '', baseRevision: undefined, isProposal: false },
      steps: [{ wanted: sharedBy('shop', 'colour', percentage) }],
      ...more,
    });
    return found?.request.id ?? '';
  };
  await share(1);
  const at = clock.moment + MINUTE;
  const id = await share(50, {
    baseRevision: { revision: 2 },
    steps: [{ wanted: sharedBy('shop', 'colour', 50), at }],
  });
  await share(2);
  const early = waiting.requests.apply(person('ben'), 'shop', id);
  await expect(early).rejects.toThrow(
    'changed since revision 2: rollouts 1.result of flag "colour" in revision 3',
  );
  expect(await stateOf('shop', id)).toBe('scheduled');
  clock.moment += 2 * MINUTE;
  await waiting.look();
  expect(await stateOf('shop', id)).toBe('conflicted');
});

it('keeps what a change of a version before is based on, whatever the limits of the history are', async () => {
  await waiting.addNamespace('shop');
  for (let percentage = 1; percentage <= 5; percentage++) {
    await waiting.creation.create(person('ana'), {
      ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false },
      ...{ baseRevision: undefined, steps: [{ wanted: sharedBy('shop', 'other', percentage) }] },
    });
    if (percentage > 1) continue;
    await waiting.creation.create(person('ana'), {
      ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false },
      baseRevision: { revision: 2 },
      steps: [{ wanted: sharedBy('shop', 'colour', 50), at: clock.moment + MINUTE }],
    });
  }
  const { unitOfWork } = waiting;
  const bases = async (): Promise<ReadonlyMap<string, number>> =>
    unitOfWork.read(({ changeRequests }) => changeRequests.earliestBases());
  expect(await bases()).toEqual(new Map());
  const setForm = async (onConflict: 'merge' | null): Promise<void> => {
    await temporary.database.write(async (manager) =>
      manager.update('ChangeRequest', { state: 'scheduled' }, { onConflict }),
    );
  };
  await setForm(null);
  const needed = await bases();
  await setForm('merge');
  expect(needed).toEqual(new Map([['shop', 2]]));
  expect(await unitOfWork.write(({ history }) => history.deleteBeyond(1, 100, needed))).toBe(1);
  clock.moment += 2 * MINUTE;
  await waiting.look();
  const applied = { namespaceKeys: new Set(['shop']), states: ['applied'] } as const;
  expect(await waiting.requests.list({ ...applied, after: undefined, limit: 10 })).toHaveLength(1);
});
