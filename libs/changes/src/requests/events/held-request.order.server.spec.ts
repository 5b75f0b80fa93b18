import { setTimeout as delay } from 'node:timers/promises';
import { MICROS_PER_SECOND } from '@pennon/domain';
import { eventually } from '../../../../../test/support/eventually';
import { gate } from '../../../../../test/support/gate';
import { statementsOn } from '../../../../../test/support/statements';
import type { TemporaryDatabase } from '../../../../../test/support/temporary-database';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import { endWithNamespace } from '../series/waiting-ends';

const HOUR = 3600 * MICROS_PER_SECOND;
/** Until a statement that was issued waits for a lock, in milliseconds: less than servers need to see a deadlock. */
const ISSUED_MS = 100;
const ana = person('ana');

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

/** Proposes a series. @returns its id, and that of its first step. */
async function propose(): Promise<{ readonly seriesId: string; readonly id: string }> {
  const { found } = await waiting.creation.create(ana, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: true, baseRevision: undefined },
    steps: [10, 50].map((share, index) => ({
      wanted: sharedBy('shop', 'ramp', share),
      at: clock.moment + (index + 1) * HOUR,
    })),
  });
  const { seriesId = '', id = '' } = found?.request ?? {};
  return { seriesId, id };
}

const deeds: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  'edits a step': (id) => waiting.edits.update(ana, 'shop', id, { at: clock.moment + HOUR / 2 }),
  'cancels a step': (id) => waiting.requests.cancel(ana, 'shop', id, ''),
  'rejects a step': (id) =>
    waiting.reviews.review(person('ben'), 'shop', id, { verdict: 'reject', comment: '', version: undefined }),
  'sets a policy': () => waiting.setPolicy('shop', 1),
  'deletes the namespace': () => waiting.unitOfWork.write((stores) => endWithNamespace(stores, 'shop')),
};

it.each(Object.keys(deeds))(
  'who steers a series, and who %s, wait for each other in one order',
  async (name) => {
    const { seriesId, id } = await propose();
    // The next step keeps the rest of its time, which an edit of its time takes from the series.
    await waiting.series.pause(ana, 'shop', seriesId, '');
    const statements = await statementsOn(temporary.database);
    const held = gate();
    const steering = waiting.unitOfWork.write(async ({ changeSeries, changeRequests }) => {
      await changeSeries.findAndHold('shop', seriesId);
      statements.length = 0;
      held.open();
      await eventually(async () => {
        expect(statements).toContainEqual(expect.stringMatching(/^UPDATE .change_series/));
        return Promise.resolve();
      });
      await delay(ISSUED_MS);
      await changeRequests.holdSteps(seriesId);
    });
    await held.opened;
    await Promise.all([steering, deeds[name]?.(id)]);
    // Of two that wait for each other, the server ends one, which is run again.
    expect(statements).not.toContain('ROLLBACK');
  },
);
