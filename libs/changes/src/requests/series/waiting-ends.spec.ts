import { MICROS_PER_SECOND, SERVICE_ORIGIN } from '@pennon/domain';
import { subjectOf } from '@pennon/platform';
import { anAuthentication } from '@pennon/testing';
import type { TemporaryDatabase } from '../../../../../test/support/temporary-database';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import type { Asker } from '../new-changes/new-change';
import { ChangesOfTokens } from './waiting-ends';

const MINUTE = 60 * MICROS_PER_SECOND;
const TOKEN = '2c0f9a6e-5f0b-4a5e-9d8e-6f1a52a6a001';
const ana = person('ana');
const admin = person('admin').caller.origin;
const program: Asker = {
  ...ana,
  caller: {
    ...ana.caller,
    origin: {
      ...{ ...SERVICE_ORIGIN, authentication: 'token', authenticationId: TOKEN, actor: 'deploy' },
      subject: subjectOf(anAuthentication(TOKEN, { method: 'token' })),
    },
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
  const { found } = await waiting.creation.create(who, {
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

async function review(id: string, verdict: 'approve' | 'block'): Promise<void> {
  clock.moment++;
  await waiting.reviews.review(person('ben'), 'shop', id, { verdict, comment: '', version: undefined });
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
    request: { state: 'scheduled', reason: 'a token that wrote or edited it was deleted' },
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

it.each([
  ['', 'a token that wrote or edited it was deleted'],
  ['errors', 'errors; a token that wrote or edited it was deleted'],
])('says why to whoever resumes a series that was paused: %j', async (reason, both) => {
  const { seriesId } = await schedule(program, 'ramp', [10, 50]);
  await pass(4);
  await waiting.series.pause(ana, 'shop', seriesId, reason);
  const { rest } = (await waiting.series.get('shop', seriesId)).series;
  await pass(3);
  await tokens.hold(TOKEN, admin);
  const { series } = await waiting.series.get('shop', seriesId);
  expect(series).toMatchObject({ state: 'suspended', reason: both, rest, changedBy: { actor: 'admin' } });
  expect(await temporary.unitOfWork.read(({ audit }) => audit.list({ limit: 1 }))).toMatchObject([
    { type: 'series', action: 'suspended', after: { reason: both } },
  ]);
  await tokens.hold(TOKEN, admin);
  expect((await waiting.series.get('shop', seriesId)).series).toEqual(series);
  await waiting.series.resume(ana, 'shop', seriesId, '');
  await pass(5);
  const states = async () =>
    (await waiting.series.get('shop', seriesId)).steps.map(({ request }) => request.state);
  expect(await states()).toEqual(['scheduled', 'scheduled']);
  await pass(2);
  expect(await states()).toEqual(['applied', 'scheduled']);
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

  it.each<readonly [string, (id: string) => Promise<void>]>([
    [
      'an edit that gives it no time',
      async (id) => {
        await waiting.edits.update(ana, 'shop', id, { message: 'Sale' });
        await waiting.edits.update(ana, 'shop', id, { wanted: sharedBy('shop', 'alone', 20) });
      },
    ],
    [
      'a policy that asks for approvals, and one that asks for none',
      async () => {
        await waiting.setPolicy('shop', 1);
        await waiting.setPolicy('shop', 0);
      },
    ],
    [
      'a policy that applies late, and the approval that it lacks',
      async (id) => {
        await waiting.setPolicy('shop', 1, { appliesLate: true });
        await pass(11);
        await review(id, 'approve');
      },
    ],
    [
      'a reviewer who asks for changes, and then approves it',
      async (id) => {
        await review(id, 'block');
        await review(id, 'approve');
      },
    ],
    [
      'an edit that gives it no time, while it waits for approvals',
      async (id) => {
        await waiting.setPolicy('shop', 1);
        await waiting.edits.update(ana, 'shop', id, { message: 'Sale' });
        await review(id, 'approve');
      },
    ],
  ])('stays held by %s', async (_, change) => {
    const { id } = await schedule(program, 'alone');
    await tokens.hold(TOKEN, admin);
    await change(id);
    await pass(11);
    expect(await waiting.requests.get('shop', id)).toMatchObject({
      isOverdue: true,
      request: { state: 'scheduled', reason: 'a token that wrote or edited it was deleted' },
    });
    await waiting.requests.apply(ana, 'shop', id);
    expect(await waiting.requests.get('shop', id)).toMatchObject({
      request: { state: 'applied', reason: '' },
    });
  });

  it('waits for its time again once an editor gives it one, also while it waits for approvals', async () => {
    const at = clock.moment + 10 * MINUTE;
    const { id } = await schedule(program, 'alone');
    await tokens.hold(TOKEN, admin);
    await waiting.setPolicy('shop', 1);
    expect(await waiting.requests.get('shop', id)).toMatchObject({
      isOverdue: true,
      request: { state: 'pending' },
    });
    await waiting.edits.update(ana, 'shop', id, { at });
    await review(id, 'approve');
    expect(await waiting.requests.get('shop', id)).toMatchObject({
      ...{ isOverdue: false, request: { state: 'scheduled', dueAt: at, reason: '' } },
    });
    await pass(11);
    expect(await stateOf(id)).toBe('applied');
  });
});

it('holds what is overdue already, and tells it', async () => {
  await waiting.setPolicy('shop', 1);
  const { id } = await schedule(program, 'alone');
  await pass(11);
  await review(id, 'approve');
  expect(await tokens.hold(TOKEN, admin)).toEqual([{ kind: 'change', namespaceKey: 'shop', id }]);
  await pass(1);
  expect(await waiting.requests.get('shop', id)).toMatchObject({
    ...{
      isOverdue: true,
      request: { state: 'scheduled', reason: 'a token that wrote or edited it was deleted' },
    },
  });
  await waiting.edits.update(ana, 'shop', id, { at: clock.moment + 5 * MINUTE });
  await pass(6);
  expect(await stateOf(id)).toBe('applied');
});

it('holds what others have scheduled, and was edited with the token', async () => {
  const { id } = await schedule(ana, 'alone');
  const { id: step, seriesId } = await schedule(ana, 'ramp', [10, 50]);
  const { id: other } = await schedule(ana, 'other');
  await waiting.edits.update(program, 'shop', id, { wanted: sharedBy('shop', 'alone', 100) });
  await waiting.edits.update(program, 'shop', step, { message: 'Sale' });
  await tokens.hold(TOKEN, admin);
  await pass(11);
  expect([await stateOf(id), await stateOf(step), await stateOf(other)]).toEqual([
    'scheduled',
    'scheduled',
    'applied',
  ]);
  expect((await waiting.series.get('shop', seriesId)).series.state).toBe('suspended');
});

it('holds nothing of another token', async () => {
  const { id } = await schedule(program, 'alone');
  expect(await tokens.hold('another', admin)).toEqual([]);
  await pass(11);
  expect(await stateOf(id)).toBe('applied');
});
