import { MICROS_PER_SECOND } from '@pennon/domain';
import { type TemporaryDatabase } from '../../../../test/support/temporary-database';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../test/support/waiting-changes';
import type { Asker } from './new-change';
import { ChangesOfTokens } from './waiting-ends';

const MINUTE = 60 * MICROS_PER_SECOND;
const TOKEN = '2c0f9a6e-5f0b-4a5e-9d8e-6f1a52a6a001';
const ana = person('ana');
const admin = person('admin').caller.origin;
const program: Asker = {
  ...ana,
  caller: {
    ...ana.caller,
    origin: { ...ana.caller.origin, authentication: 'token', authenticationId: TOKEN, actor: 'deploy' },
  },
};

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;
let tokens: ChangesOfTokens;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

beforeEach(() => {
  tokens = new ChangesOfTokens(waiting.unitOfWork);
});

/** Schedules a change in ten minutes, or a series with a step every ten minutes. */
async function schedule(who: Asker, key: string, shares: readonly number[] = [50], isProposal = false) {
  const { found } = await waiting.requests.create(who, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal, baseRevision: undefined },
    steps: shares.map((share, index) => ({
      wanted: sharedBy('shop', key, share),
      at: clock.moment + 10 * (index + 1) * MINUTE,
    })),
  });
  const { id = '', seriesId = '' } = found?.request ?? {};
  return { id, seriesId };
}

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    clock.moment += MINUTE;
    await waiting.look();
  }
}

async function stateOf(id: string): Promise<string> {
  return (await waiting.requests.get('shop', id)).request.state;
}

it('holds what was scheduled with a token until an editor resumes it, and nothing else', async () => {
  const { id } = await schedule(program, 'alone');
  const { seriesId } = await schedule(program, 'ramp', [10, 50]);
  const { id: proposed } = await schedule(program, 'proposed', [50], true);
  const { id: other } = await schedule(ana, 'other');
  const held = await tokens.hold(TOKEN, admin);
  expect(new Set(held)).toEqual(
    new Set([
      { kind: 'change', namespaceKey: 'shop', id },
      { kind: 'series', namespaceKey: 'shop', id: seriesId },
    ]),
  );
  const events = await temporary.unitOfWork.read(({ audit }) => audit.list({ limit: 2 }));
  expect(events).toMatchObject([
    { action: 'suspended', origin: { actor: 'admin' } },
    { action: 'suspended', origin: { actor: 'admin' } },
  ]);
  await pass(30);
  const [alone] = [await waiting.requests.get('shop', id)];
  expect(alone).toMatchObject({
    request: { state: 'scheduled', reason: 'the token of its author was deleted' },
    isOverdue: true,
  });
  const { series } = await waiting.series.get('shop', seriesId);
  expect(series).toMatchObject({ state: 'suspended', changedBy: { actor: 'admin' } });
  expect([await stateOf(proposed), await stateOf(other)]).toEqual(['pending', 'applied']);

  await waiting.requests.apply(ana, 'shop', id);
  await waiting.series.resume(ana, 'shop', seriesId, '');
  await pass(9);
  const states = async () =>
    (await waiting.series.get('shop', seriesId)).steps.map(({ request }) => request.state);
  expect([await stateOf(id), ...(await states())]).toEqual(['applied', 'scheduled', 'scheduled']);
  await pass(12);
  expect(await states()).toEqual(['applied', 'applied']);
});

it('goes by a new time that an editor gives the next step', async () => {
  const { id, seriesId } = await schedule(program, 'ramp', [10, 50]);
  await tokens.hold(TOKEN, admin);
  await waiting.edits.update(ana, 'shop', id, { at: clock.moment + 5 * MINUTE });
  await waiting.series.resume(ana, 'shop', seriesId, '');
  await pass(4);
  expect(await stateOf(id)).toBe('scheduled');
  await pass(2);
  expect(await stateOf(id)).toBe('applied');
});

describe('a change that was held', () => {
  it('is applied at the time that it had, once an editor gives it that again', async () => {
    const at = clock.moment + 10 * MINUTE;
    const { id } = await schedule(program, 'alone');
    await tokens.hold(TOKEN, admin);
    await waiting.edits.update(ana, 'shop', id, { at });
    expect(await waiting.requests.get('shop', id)).toMatchObject({
      ...{ isOverdue: false, request: { state: 'scheduled', dueAt: at, reason: '', version: 1 } },
    });
    await pass(11);
    expect(await stateOf(id)).toBe('applied');
  });

  it('stays held by an edit that gives it no time', async () => {
    const { id } = await schedule(program, 'alone');
    await tokens.hold(TOKEN, admin);
    await waiting.edits.update(ana, 'shop', id, { message: 'Sale' });
    await waiting.edits.update(ana, 'shop', id, { wanted: sharedBy('shop', 'alone', 20) });
    await pass(11);
    expect(await waiting.requests.get('shop', id)).toMatchObject({
      isOverdue: true,
      request: { state: 'scheduled', message: 'Sale', reason: 'the token of its author was deleted' },
    });
  });
});

it('holds what is overdue already, and tells it', async () => {
  await waiting.setPolicy('shop', 1);
  const { id } = await schedule(program, 'alone');
  await pass(11);
  const review = { verdict: 'approve', comment: '', version: undefined } as const;
  await waiting.reviews.review(person('ben'), 'shop', id, review);
  expect(await tokens.hold(TOKEN, admin)).toEqual([{ kind: 'change', namespaceKey: 'shop', id }]);
  await pass(1);
  expect(await waiting.requests.get('shop', id)).toMatchObject({
    ...{ isOverdue: true, request: { state: 'scheduled', reason: 'the token of its author was deleted' } },
  });
  await waiting.edits.update(ana, 'shop', id, { at: clock.moment + 5 * MINUTE });
  await pass(6);
  expect(await stateOf(id)).toBe('applied');
});

it('holds nothing of another token', async () => {
  const { id } = await schedule(program, 'alone');
  expect(await tokens.hold('another', admin)).toEqual([]);
  await pass(11);
  expect(await stateOf(id)).toBe('applied');
});
