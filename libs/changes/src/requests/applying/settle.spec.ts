import { MICROS_PER_SECOND } from '@pennon/domain';
import { statementsOf } from '../../../../../test/support/statements';
import type { TemporaryDatabase } from '../../../../../test/support/temporary-database';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import type { NewStep } from '../new-changes/new-change';

const MINUTE = 60 * MICROS_PER_SECOND;

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

/** How often the steps of the series are read, and times are moved, when the first step is applied a little late. */
async function costOf(...later: readonly Omit<NewStep, 'wanted'>[]): Promise<readonly number[]> {
  await waiting.creation.create(person('ana'), {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: [{ at: clock.moment + MINUTE }, ...later].map((time, index) => ({
      ...time,
      wanted: sharedBy('shop', 'banner', 10 * (index + 1)),
    })),
  });
  clock.moment += MINUTE;
  const statements = await statementsOf(temporary.database, () => waiting.look());
  const count = (pattern: RegExp): number => statements.filter((sql) => pattern.test(sql)).length;
  return [count(/^SELECT .*series_id\W+IN .* ORDER BY .*step/), count(/^UPDATE .*planned_at\W*\+ /)];
}

it('a change alone has no steps to read, and no times to move', async () => {
  expect(await costOf()).toEqual([0, 0]);
});

it('steps are read once if no time is to be moved', async () => {
  expect(await costOf({ after: MINUTE })).toEqual([1, 0]);
});

it('steps are read again after their times were moved', async () => {
  expect(await costOf({ at: clock.moment + 3 * MINUTE })).toEqual([2, 1]);
});
