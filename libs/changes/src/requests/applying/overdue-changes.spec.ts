import { setTimeout as delay } from 'node:timers/promises';
import { MICROS_PER_SECOND, SERVICE_CALLER, type ChangeRequest, type Instant } from '@pennon/domain';
import { type Database, hostTime, UnitOfWork } from '@pennon/storage';
import { ManualClock, SOME_MOMENT } from '@pennon/testing';
import { eventually } from '../../../../../test/support/eventually';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../../../test/support/temporary-database';
import { OverdueChanges } from './overdue-changes';

let temporary: TemporaryDatabase;
let clock: ManualClock;
/** As the instance that looks has it open. */
let database: Database;
let overdue: OverdueChanges;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  database = await temporary.openAgain();
  clock = new ManualClock();
  overdue = new OverdueChanges({ unitOfWork: new UnitOfWork(database, clock, hostTime), clock, lookMs: 5 });
  overdue.start();
});

afterEach(async () => {
  await overdue.stop();
  await database.close();
  await temporary.remove();
});

/** What `/metrics` would show, in whole seconds. */
function shown(): number {
  const [sample] = [...overdue.series().collect()];
  return Math.floor(sample?.value ?? Number.NaN);
}

async function eventuallyShown(seconds: number): Promise<void> {
  await eventually(() => {
    expect(shown()).toBe(seconds);
    return Promise.resolve();
  });
}

/** Adds a change that nobody applies. */
async function schedule(id: string, dueAt: Instant): Promise<void> {
  const request: ChangeRequest = {
    ...{ id, namespaceKey: 'default', state: 'scheduled', message: '', author: SERVICE_CALLER.origin },
    ...{ writers: [], createdAt: SOME_MOMENT, updatedAt: SOME_MOMENT, baseRevision: undefined },
    ...{ plannedAt: dueAt, dueAt, after: undefined, seriesId: '', step: 0, origin: 'change', content: '' },
    ...{
      version: 1,
      isProposal: false,
      revision: undefined,
      reason: '',
      bypassReason: '',
      onConflict: undefined,
    },
  };
  await temporary.unitOfWork.write(({ changeRequests }) => changeRequests.create([request]));
}

it('tells how long the change has been waiting that was due first', async () => {
  await schedule('later', SOME_MOMENT + 50 * MICROS_PER_SECOND);
  await schedule('first', SOME_MOMENT + 20 * MICROS_PER_SECOND);
  clock.advance(10 * MICROS_PER_SECOND);
  await eventuallyShown(0);
  clock.advance(55 * MICROS_PER_SECOND);
  await eventuallyShown(45);
});

it('is over once no change waits that is due', async () => {
  await schedule('later', SOME_MOMENT + 20 * MICROS_PER_SECOND);
  clock.advance(30 * MICROS_PER_SECOND);
  await eventuallyShown(10);
  await temporary.unitOfWork.write(async ({ changeRequests }) => {
    const [request] = await changeRequests.due(clock.now(), 1);
    if (request !== undefined) await changeRequests.edit(request, { state: 'applied' }, clock.now());
  });
  await eventuallyShown(0);
});

it('goes on while the database is away: nothing can be applied then', async () => {
  await schedule('later', SOME_MOMENT + 20 * MICROS_PER_SECOND);
  clock.advance(30 * MICROS_PER_SECOND);
  await eventuallyShown(10);
  await database.close();
  database = await temporary.openAgain();
  clock.advance(60 * MICROS_PER_SECOND);
  // Several looks fail meanwhile.
  await delay(50);
  expect(shown()).toBe(70);
});
