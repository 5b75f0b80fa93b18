import { MICROS_PER_SECOND, type Instant, type SeriesState } from '@pennon/domain';
import type { TemporaryDatabase } from '../../../../../test/support/temporary-database';
import { nothingOf } from '../../wanted/wanted-state';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';

const MINUTE = 60 * MICROS_PER_SECOND;
const ana = person('ana');
const ben = person('ben');

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;
let id: string;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

/** Begins a ramp whose first step is applied at once, and each other one ten minutes after the one before. */
async function begin(shares: readonly number[] = [10, 50, 100], isByTime = true): Promise<void> {
  const change = { namespaceKey: 'shop', origin: 'change', message: '', isProposal: false } as const;
  const steps = shares.map((share, index) => ({
    wanted: sharedBy('shop', 'ramp', share),
    ...(index > 0 && (isByTime ? { at: clock.moment + 10 * index * MINUTE } : { after: 10 * MINUTE })),
  }));
  const { found } = await waiting.creation.create(ana, { ...change, baseRevision: undefined, steps });
  id = found?.request.seriesId ?? '';
}

/** Has somebody else give the flag another share. */
async function interfere(share: number): Promise<void> {
  await waiting.creation.create(ben, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: [{ wanted: sharedBy('shop', 'ramp', share) }],
  });
}

/** The state of the series, and those of its steps. */
async function states(): Promise<readonly string[]> {
  const { series, steps } = await waiting.series.get('shop', id);
  return [series.state, ...steps.map(({ request }) => request.state)];
}

/** When each step was applied, in minutes after a moment. */
async function appliedAt(since: Instant): Promise<readonly (number | undefined)[]> {
  const { steps } = await waiting.series.get('shop', id);
  return steps.map(({ request }) =>
    request.state === 'applied' ? Math.round((request.updatedAt - since) / MINUTE) : undefined,
  );
}

/** Lets minutes pass, and the scheduler look in each of them. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    clock.moment += MINUTE;
    await waiting.look();
  }
}

async function idOf(step: number): Promise<string> {
  const { steps } = await waiting.series.get('shop', id);
  return steps.find(({ request }) => request.step === step)?.request.id ?? '';
}

it('runs until all its steps are applied', async () => {
  await begin();
  expect(await states()).toEqual(['running', 'applied', 'scheduled', 'scheduled']);
  await pass(21);
  expect(await states()).toEqual(['done', 'applied', 'applied', 'applied']);
});

it.each([true, false])(
  'a pause keeps the rest of the interval, and later distances (by times: %s)',
  async (isByTime) => {
    const since = clock.moment;
    await begin([10, 50, 100], isByTime);
    await pass(4);
    const paused = await waiting.series.pause(ben, 'shop', id, 'errors go up');
    expect(paused.series).toMatchObject({
      state: 'paused',
      reason: 'errors go up',
      changedBy: { actor: 'ben' },
    });
    expect(paused.series.rest).toBeGreaterThan(5.9 * MINUTE);
    expect(paused.series.rest).toBeLessThanOrEqual(6 * MINUTE);
    expect(paused.steps.map(({ isOverdue }) => isOverdue)).toEqual([false, false, false]);
    await pass(60);
    expect(await states()).toEqual(['paused', 'applied', 'scheduled', 'scheduled']);
    await waiting.series.resume(ana, 'shop', id, '');
    await pass(5);
    expect(await states()).toEqual(['running', 'applied', 'scheduled', 'scheduled']);
    await pass(2);
    expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
    await pass(11);
    const [, second = 0, third = 0] = await appliedAt(since);
    expect([second, third - second]).toEqual([70, 10]);
  },
);

it.each([true, false])(
  'a clock that is set back in a pause takes and adds nothing (by times: %s)',
  async (isByTime) => {
    await begin([10, 50, 100], isByTime);
    await pass(4);
    await waiting.series.pause(ana, 'shop', id, '');
    clock.moment -= 30 * MINUTE;
    await waiting.series.resume(ana, 'shop', id, '');
    await pass(5);
    expect(await states()).toEqual(['running', 'applied', 'scheduled', 'scheduled']);
    await pass(2);
    expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
  },
);

it('an outage neither repeats nor hastens a step', async () => {
  const since = clock.moment;
  await begin();
  clock.moment += 500 * MINUTE;
  await waiting.look();
  expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
  await pass(9);
  expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
  await pass(2);
  expect(await states()).toEqual(['done', 'applied', 'applied', 'applied']);
  const [, second = 0, third = 0] = await appliedAt(since);
  expect(third - second).toBe(10);
});

it('no step of a paused series is applied, not by a person either, and an approval is kept', async () => {
  await waiting.setPolicy('shop', 1, { appliesLate: true });
  await begin();
  await waiting.series.pause(ana, 'shop', id, '');
  const review = { verdict: 'approve', comment: '', version: undefined } as const;
  await waiting.reviews.review(ben, 'shop', await idOf(1), review);
  await pass(2);
  expect(await states()).toEqual(['paused', 'scheduled', 'scheduled', 'scheduled']);
  await waiting.setPolicy('shop', 0);
  await pass(2);
  await expect(waiting.requests.apply(ana, 'shop', await idOf(1))).rejects.toThrow(
    'the series cannot be continued: it is paused',
  );
  await waiting.series.resume(ana, 'shop', id, '');
  await pass(1);
  expect(await states()).toEqual(['running', 'applied', 'scheduled', 'scheduled']);
});

it('a paused step waits for a new time that it is given', async () => {
  await begin();
  await waiting.series.pause(ana, 'shop', id, '');
  await waiting.edits.update(ana, 'shop', await idOf(2), { at: clock.moment + 15 * MINUTE });
  await waiting.series.resume(ana, 'shop', id, '');
  await pass(14);
  expect(await states()).toEqual(['running', 'applied', 'scheduled', 'scheduled']);
  await pass(2);
  expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
});

it('a pause keeps the rest of the interval when the time of a later step is edited', async () => {
  await begin();
  await pass(4);
  await waiting.series.pause(ana, 'shop', id, '');
  await waiting.edits.update(ana, 'shop', await idOf(3), { at: clock.moment + 200 * MINUTE });
  await pass(60);
  await waiting.series.resume(ana, 'shop', id, '');
  await pass(5);
  expect(await states()).toEqual(['running', 'applied', 'scheduled', 'scheduled']);
  await pass(2);
  expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
});

describe('a step in conflict', () => {
  beforeEach(async () => {
    await begin();
    await interfere(7);
    await pass(11);
  });

  it('suspends the series: the steps after it wait', async () => {
    expect(await states()).toEqual(['suspended', 'applied', 'conflicted', 'scheduled']);
    const { series } = await waiting.series.get('shop', id);
    expect(series).toMatchObject({
      reason: 'step 2 was in conflict with another change',
      changedBy: undefined,
    });
    await pass(30);
    expect(await states()).toEqual(['suspended', 'applied', 'conflicted', 'scheduled']);
  });

  it('is tried again when the series is resumed', async () => {
    await waiting.series.resume(ana, 'shop', id, '');
    await pass(1);
    expect(await states()).toEqual(['suspended', 'applied', 'conflicted', 'scheduled']);
    await interfere(10);
    await waiting.series.resume(ana, 'shop', id, '');
    await pass(1);
    expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
    await pass(9);
    expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
    await pass(2);
    expect(await states()).toEqual(['done', 'applied', 'applied', 'applied']);
  });

  it('goes on once it is rebased and the series is resumed', async () => {
    const latest = await waiting.unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop'));
    await waiting.edits.update(ana, 'shop', await idOf(2), { baseRevision: latest });
    await pass(5);
    expect(await states()).toEqual(['suspended', 'applied', 'scheduled', 'scheduled']);
    await waiting.series.resume(ana, 'shop', id, '');
    await pass(1);
    expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
  });

  it('goes on at its new time, also where it was rebased before', async () => {
    const latest = await waiting.unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop'));
    await waiting.edits.update(ana, 'shop', await idOf(2), { baseRevision: latest });
    await waiting.edits.update(ana, 'shop', await idOf(2), { at: clock.moment + 5 * MINUTE });
    expect(await states()).toEqual(['running', 'applied', 'scheduled', 'scheduled']);
    await pass(6);
    expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
  });

  it('is applied by a person, and the series goes on', async () => {
    const latest = await waiting.unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop'));
    await waiting.edits.update(ana, 'shop', await idOf(2), { baseRevision: latest });
    await waiting.requests.apply(ana, 'shop', await idOf(2));
    expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
  });

  it('can be cancelled with the rest', async () => {
    await waiting.series.cancel(ana, 'shop', id, 'not now');
    expect(await states()).toEqual(['cancelled', 'applied', 'cancelled', 'cancelled']);
  });
});

it('ends when a step is cancelled, and cannot be steered any more', async () => {
  await begin();
  await waiting.requests.cancel(ana, 'shop', await idOf(2), 'no');
  expect(await states()).toEqual(['cancelled', 'applied', 'cancelled', 'cancelled']);
  for (const deed of ['pause', 'resume', 'cancel'] as const)
    await expect(waiting.series[deed](ana, 'shop', id, '')).rejects.toThrow('it is cancelled');
});

it('ends when a step is not valid any more: the rest is cancelled, which is told', async () => {
  const edits = { flags: [{ key: 'ramp', percentage: { percent: 50, value: undefined, rank: undefined } }] };
  const edited = { ...nothingOf('shop'), edits: { ...edits, segments: [] } } as never;
  await interfere(1);
  const { found } = await waiting.creation.create(ana, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: [
      { wanted: edited, at: clock.moment + MINUTE },
      { wanted: sharedBy('shop', 'ramp', 100), after: MINUTE },
    ],
  });
  id = found?.request.seriesId ?? '';
  await waiting.creation.create(ben, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: [{ wanted: { ...nothingOf('shop'), deletions: { flags: ['ramp'], segments: [] } } }],
  });
  await pass(3);
  expect(await states()).toEqual(['cancelled', 'failed', 'cancelled']);
  const reason = 'step 1 was not valid any more';
  const { series, steps } = await waiting.series.get('shop', id);
  expect(series).toMatchObject({ reason, changedBy: undefined });
  expect(steps.map(({ request }) => request.reason)).toEqual(['flag "ramp" not found', reason]);
  const events = await temporary.unitOfWork.read(({ audit }) => audit.list({ limit: 3 }));
  expect(events.map(({ type, action, after }) => [`${type}:${action}`, after?.reason])).toEqual([
    ['change:cancelled', reason],
    ['series:cancelled', reason],
    ['change:failed', 'flag "ramp" not found'],
  ]);
});

it('is told of in the audit log', async () => {
  await begin();
  await waiting.series.pause(ben, 'shop', id, 'errors');
  const query = { type: 'series', limit: 10 } as const;
  const events = await temporary.unitOfWork.read(({ audit }) => audit.list(query as never));
  expect(events).toMatchObject([
    { type: 'series', action: 'paused', key: id, after: { state: 'paused', reason: 'errors' } },
  ]);
});

it('lists series by state and by flag', async () => {
  await begin();
  const first = id;
  clock.moment += MINUTE;
  await begin([60, 70]);
  await waiting.series.pause(ana, 'shop', first, '');
  const listed = async (state: SeriesState | undefined, flagKey?: string): Promise<readonly string[]> => {
    const query = { namespaceKey: 'shop', state, flagKey, after: undefined, limit: 10 };
    return (await waiting.series.list(query)).map(({ series }) => series.id);
  };
  expect(await listed(undefined)).toEqual([id, first]);
  expect(await listed('paused')).toEqual([first]);
  expect(await listed(undefined, 'ramp')).toEqual([id, first]);
  expect(await listed(undefined, 'other')).toEqual([]);
});
