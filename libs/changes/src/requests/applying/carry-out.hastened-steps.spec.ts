import { Logger } from '@nestjs/common';
import { MICROS_PER_SECOND, type ChangeStep } from '@pennon/domain';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../../../test/support/temporary-database';
import { person, SettableClock, sharedBy, WaitingChanges } from '../../../../../test/support/waiting-changes';
import type { NewStep } from '../new-changes/new-change';

const MINUTE = 60 * MICROS_PER_SECOND;
const namespaceKey = 'shop';
const ana = person('ana');

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;
let begin: number;

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
  await waiting.addNamespace(namespaceKey);
  begin = clock.moment;
});

afterEach(async () => temporary.remove());

/** Begins a ramp of three steps, the first of which is applied now. */
async function ramp(second: Omit<NewStep, 'wanted'>, third: Omit<NewStep, 'wanted'>): Promise<void> {
  const steps = [{}, second, third].map((when, index) => ({
    ...{ wanted: sharedBy(namespaceKey, 'ramp', index + 1), ...when },
  }));
  const change = { namespaceKey, origin: 'change', message: '', baseRevision: undefined } as const;
  await waiting.creation.create(ana, { ...change, isProposal: false, steps });
}

async function step(place: number): Promise<ChangeStep> {
  const all = await waiting.requests.list({
    namespaceKeys: new Set([namespaceKey]),
    after: undefined,
    limit: 10,
  });
  const found = all.find(({ request }) => request.step === place);
  if (found === undefined) throw new Error(`there is no step ${place}`);
  return found.request;
}

/** The states of the steps after the scheduler has looked, so many minutes after the begin. */
async function statesAt(minutes: number): Promise<readonly string[]> {
  clock.moment = begin + minutes * MINUTE;
  await waiting.look();
  return [(await step(1)).state, (await step(2)).state, (await step(3)).state];
}

it('a step keeps its time, however long it takes to apply the one before it at once', async () => {
  const now = jest.spyOn(clock, 'now').mockImplementation(() => (clock.moment += 1000));
  await ramp({ at: begin + 60 * MINUTE }, { at: begin + 120 * MINUTE });
  now.mockRestore();
  expect(clock.moment).toBeGreaterThan(begin);
  expect([(await step(2)).dueAt, (await step(3)).plannedAt]).toEqual([
    begin + 60 * MINUTE,
    begin + 120 * MINUTE,
  ]);
});

describe('a step that a person applies before its time', () => {
  it('leaves the next one its own time', async () => {
    await ramp({ at: begin + 60 * MINUTE }, { at: begin + 120 * MINUTE });
    clock.moment = begin + 10 * MINUTE;
    await waiting.requests.apply(ana, namespaceKey, (await step(2)).id);
    expect((await step(3)).dueAt).toBe(begin + 120 * MINUTE);
    expect(await statesAt(119)).toEqual(['applied', 'applied', 'scheduled']);
    expect(await statesAt(120)).toEqual(['applied', 'applied', 'applied']);
  });

  it('is what the next one counts from, if that goes by it', async () => {
    await ramp({ after: 60 * MINUTE }, { after: 30 * MINUTE });
    clock.moment = begin + 10 * MINUTE;
    await waiting.requests.apply(ana, namespaceKey, (await step(2)).id);
    expect((await step(3)).dueAt).toBe(begin + 40 * MINUTE);
    expect(await statesAt(39)).toEqual(['applied', 'applied', 'scheduled']);
    expect(await statesAt(40)).toEqual(['applied', 'applied', 'applied']);
  });

  it('must be approved for that time, if the namespace is reviewed', async () => {
    await ramp({ after: 60 * MINUTE }, { after: 30 * MINUTE });
    await waiting.setPolicy(namespaceKey, 1);
    const { id } = await step(2);
    const review = { verdict: 'approve', comment: '', version: undefined } as const;
    await waiting.reviews.review(person('ben'), namespaceKey, id, review);
    clock.moment = begin + 10 * MINUTE;
    await expect(waiting.requests.apply(ana, namespaceKey, id)).rejects.toThrow(
      /^the change is approved for .+: edit its time, and have that approved$/u,
    );
    expect(await statesAt(59)).toEqual(['applied', 'scheduled', 'scheduled']);
    expect(await statesAt(60)).toEqual(['applied', 'applied', 'scheduled']);
  });

  it('still waits for the one before it', async () => {
    await ramp({ after: 60 * MINUTE }, { after: 30 * MINUTE });
    await expect(waiting.requests.apply(ana, namespaceKey, (await step(3)).id)).rejects.toThrow(
      'step 2 comes first, and was not applied',
    );
  });
});
