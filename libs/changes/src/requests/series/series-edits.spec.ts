import { MICROS_PER_SECOND, type ChangeState, type ChangeStep } from '@pennon/domain';
import type { TemporaryDatabase } from '../../../../../test/support/temporary-database';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import type { ReviewedRequest } from '../approvals/reviewed-request';
import type { StepTime } from '../new-changes/new-change';

const MINUTE = 60 * MICROS_PER_SECOND;
const [ana, ben, eva] = [person('ana'), person('ben'), person('eva')];

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;
let id: string;
/** When the series began. */
let since: number;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

/** Begins a series of Ana. @param minutes The times of its steps, from now; undefined for as soon as it can be. */
async function begin(...minutes: readonly (number | undefined)[]): Promise<void> {
  since = clock.moment;
  const { found } = await waiting.creation.create(ana, {
    ...{
      namespaceKey: 'shop',
      origin: 'change',
      message: 'ramp',
      isProposal: false,
      baseRevision: undefined,
    },
    steps: minutes.map((minute, index) => ({
      wanted: sharedBy('shop', 'ramp', 10 * (index + 1)),
      at: minute === undefined ? undefined : since + minute * MINUTE,
    })),
  });
  id = found?.request.seriesId ?? '';
}

/** A step is to be applied in that minute after the beginning. */
function at(step: number, minute: number): StepTime {
  return { step, at: since + minute * MINUTE, after: undefined };
}

async function move(times: readonly StepTime[], message?: string): Promise<void> {
  await waiting.seriesEdits.update(eva, 'shop', id, { times, message });
}

async function steps(): Promise<readonly ReviewedRequest<ChangeStep>[]> {
  return (await waiting.series.get('shop', id)).steps;
}

/** The times of the steps in minutes after the beginning. */
async function times(): Promise<readonly (number | undefined)[]> {
  return (await steps()).map(({ request: { plannedAt } }) =>
    plannedAt === undefined ? undefined : Math.round((plannedAt - since) / MINUTE),
  );
}

async function states(): Promise<readonly ChangeState[]> {
  return (await steps()).map(({ request }) => request.state);
}

async function approve(step: number): Promise<void> {
  const one = (await steps()).find(({ request }) => request.step === step);
  const review = { verdict: 'approve', comment: '', version: undefined } as const;
  await waiting.reviews.review(ben, 'shop', one?.request.id ?? '', review);
}

/** How many audit events there are of series that were edited, and what the latest of them holds. */
async function told(): Promise<{ readonly count: number; readonly latest: unknown }> {
  const all = await temporary.unitOfWork.read(({ audit }) => audit.list({ limit: 100 }));
  const found = all.filter(({ type, action }) => type === 'series' && action === 'updated');
  return { count: found.length, latest: found[0]?.after };
}

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    clock.moment += MINUTE;
    await waiting.look();
  }
}

it('moves what is applied, by its times', async () => {
  await begin(undefined, 10, 20);
  await move([at(2, 15)]);
  await pass(13);
  expect(await states()).toEqual(['applied', 'scheduled', 'scheduled']);
  await pass(3);
  expect(await states()).toEqual(['applied', 'applied', 'scheduled']);
  await pass(8);
  expect(await states()).toEqual(['applied', 'applied', 'scheduled']);
  await pass(2);
  expect(await states()).toEqual(['applied', 'applied', 'applied']);
});

it('is refused, and nothing is changed, by times that do not fit', async () => {
  await begin(undefined, 10, 20);
  await expect(move([at(3, 30), at(2, 30)])).rejects.toThrow('invalid field times[0]: must be later than');
  expect(await times()).toEqual([undefined, 10, 20]);
});

describe('approvals', () => {
  beforeEach(async () => {
    await waiting.setPolicy('shop', 1);
  });

  /** The steps that lack an approval. */
  async function lacking(): Promise<readonly number[]> {
    return (await steps()).flatMap(({ request, approvalsMissing }) =>
      approvalsMissing > 0 ? [request.step] : [],
    );
  }

  it.each<[string, () => readonly StepTime[], readonly number[]]>([
    ['stay with a later time', () => [at(1, 15)], []],
    ['are void with an earlier one, of each step that moves', () => [at(2, 15)], [2, 3]],
    ['of other steps stay', () => [at(2, 25), at(3, 30)], [3]],
  ])('%s', async (_, moved, expected) => {
    await begin(10, 20, 40);
    await approve(1);
    expect(await lacking()).toEqual([]);
    await move(moved());
    expect(await lacking()).toEqual(expected);
    expect(await states()).toEqual(
      [1, 2, 3].map((step) => (expected.includes(step) ? 'pending' : 'scheduled')),
    );
  });

  it('of whoever moves a step are given up', async () => {
    await begin(10, 20);
    await approve(1);
    await waiting.seriesEdits.update(ben, 'shop', id, { times: [at(1, 15)], message: undefined });
    expect(await lacking()).toEqual([1, 2]);
  });
});

it('keeps a step blocked that is moved earlier', async () => {
  await begin(10, 20);
  const [first] = await steps();
  const review = { verdict: 'block', comment: 'why?', version: undefined } as const;
  await waiting.reviews.review(ben, 'shop', first?.request.id ?? '', review);
  await move([at(1, 5)]);
  expect((await steps()).map(({ isBlocked }) => isBlocked)).toEqual([true, true]);
  expect(await states()).toEqual(['pending', 'pending']);
});

it('has a paused series wait for the new time of its next step, in place of the rest', async () => {
  await begin(undefined, 10, 20);
  await waiting.series.pause(ana, 'shop', id, 'errors');
  await move([at(2, 30)]);
  const { series } = await waiting.series.get('shop', id);
  expect(series).toMatchObject({ state: 'paused', reason: 'errors', rest: undefined });
  await waiting.series.resume(ana, 'shop', id, '');
  await pass(29);
  expect(await states()).toEqual(['applied', 'scheduled', 'scheduled']);
  await pass(2);
  expect(await states()).toEqual(['applied', 'applied', 'scheduled']);
  expect(await times()).toEqual([undefined, 30, 40]);
});

it('keeps the rest of a paused series that gets another message', async () => {
  await begin(undefined, 10);
  await waiting.series.pause(ana, 'shop', id, '');
  await move([], 'new words');
  expect((await waiting.series.get('shop', id)).series.rest).toBeGreaterThan(9 * MINUTE);
});

it('lets a series go on whose step was in conflict, if that gets a new time', async () => {
  await begin(undefined, 10, 20);
  await waiting.creation.create(ben, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: [{ wanted: sharedBy('shop', 'ramp', 7) }],
  });
  await pass(11);
  expect(await states()).toEqual(['applied', 'conflicted', 'scheduled']);
  await move([at(2, 30)]);
  expect((await waiting.series.get('shop', id)).series.state).toBe('running');
  expect(await states()).toEqual(['applied', 'scheduled', 'scheduled']);
  expect(await times()).toEqual([undefined, 30, 40]);
});

it('gives the steps that wait another message, and is told once', async () => {
  await begin(undefined, 10, 20);
  await move([at(3, 30)], 'slower');
  expect((await steps()).map(({ request }) => request.message)).toEqual(['ramp', 'slower', 'slower']);
  expect(await told()).toMatchObject({
    count: 1,
    latest: { state: 'running', reason: '', steps: [{ step: 2 }, { step: 3, message: 'slower' }] },
  });
  await move([at(3, 30)], 'slower');
  expect((await told()).count).toBe(1);
});

it('is refused once the series is done with', async () => {
  await begin(undefined, 10);
  await waiting.series.cancel(ana, 'shop', id, '');
  await expect(move([at(2, 20)])).rejects.toThrow('the series cannot be edited: it is cancelled');
});
