import { MICROS_PER_SECOND, type Instant } from '@pennon/domain';
import type { FlagEdit, FlagState, SegmentState } from '@pennon/state';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import { readState } from '../../history/stored-states';
import type { WantedState } from '../../wanted/wanted-state';
import type { NewStep } from '../new-changes/new-change';

const HOUR = 3600 * MICROS_PER_SECOND;
const ana = person('ana');
const ben = person('ben');

let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ clock, waiting } = made);
});

const nothing: WantedState = {
  document: { namespace: { key: 'shop', name: undefined, description: undefined }, flags: [], segments: [] },
  deletions: { flags: [], segments: [] },
};

function edited(...flags: readonly FlagEdit[]): WantedState {
  return { ...nothing, edits: { flags, segments: [] } };
}

/** An edit of the share of the flag of a sale. */
function share(percent: number, rank?: number): WantedState {
  return edited({ key: 'sale', percentage: { percent, rank } });
}

/** Rollouts to those shares, in that order. */
function thresholds(...percents: readonly number[]): FlagState['rollouts'] {
  return percents.map((percent) => ({ description: '', step: { type: 'threshold', percent, value: true } }));
}

/** The flag of a sale, which nobody gets yet. */
function sale(more: Partial<FlagState> = {}): FlagState {
  const [flag] = sharedBy('shop', 'sale', 0).document.flags;
  if (flag === undefined) throw new Error('there is no flag');
  return { ...flag, isEnabled: false, ...more };
}

const change = { namespaceKey: 'shop', origin: 'change', message: '', baseRevision: undefined } as const;

/** Has ben make flags what is given, at once. */
async function write(...flags: readonly FlagState[]): Promise<void> {
  const wanted = { ...nothing, document: { ...nothing.document, flags } };
  await waiting.creation.create(ben, { ...change, isProposal: false, steps: [{ wanted }] });
}

/** Has ana plan steps, or a change. @returns their ids. */
async function plan(steps: readonly NewStep[], isProposal = false): Promise<readonly string[]> {
  const { found, steps: later = [] } = await waiting.creation.create(ana, { ...change, isProposal, steps });
  return [found, ...later.map((step) => step.found)].map((one) => one?.request.id ?? '');
}

async function lookAt(moment: Instant): Promise<void> {
  clock.moment = moment;
  await waiting.look();
}

async function flagNow(): Promise<FlagState> {
  const subject = { kind: 'flag', key: 'sale' } as const;
  const state = await waiting.unitOfWork.read((stores) => readState(stores, 'shop', subject));
  if (state?.kind !== 'flag') throw new Error('there is no flag');
  return state.value;
}

async function requestOf(id: string) {
  return (await waiting.requests.get('shop', id)).request;
}

async function shown(id: string) {
  return waiting.requests.preview(await waiting.requests.get('shop', id));
}

it('an edit at a time keeps what others have made of the flag meanwhile', async () => {
  await write(sale({ description: 'The sael' }));
  const at = clock.moment + HOUR;
  const [id = ''] = await plan([{ wanted: share(20), at }]);
  await write(
    sale({ description: 'The sale', name: 'Sale', rollouts: thresholds(5), metadata: { team: 'a' } }),
  );
  const { report } = await shown(id);
  expect(report).toMatchObject({ conflicts: [], summary: { update: 1 }, items: [{ key: 'sale' }] });
  const before = await flagNow();
  await lookAt(at);
  expect(await requestOf(id)).toMatchObject({ state: 'applied', reason: '' });
  expect(await flagNow()).toEqual({ ...before, rollouts: thresholds(20) });
});

it('a ramp of edits writes the shares, and nothing else, whatever others change', async () => {
  await write(sale());
  const start = clock.moment;
  const percents = [1, 10, 50, 100];
  const ids = await plan(
    percents.map((percent, index) => ({ wanted: share(percent), at: start + (index + 1) * HOUR })),
  );
  for (const [index, percent] of percents.entries()) {
    await write({ ...(await flagNow()), description: `text ${index}`, name: `name ${index}` });
    const before = await flagNow();
    await lookAt(start + (index + 1) * HOUR);
    expect((await requestOf(ids[index] ?? '')).state).toBe('applied');
    expect(await flagNow()).toEqual({ ...before, rollouts: thresholds(percent) });
  }
});

it('each step is shown on what the step before leaves', async () => {
  await write(sale());
  const at = clock.moment + HOUR;
  const [first = ''] = await plan([
    { wanted: share(10), at },
    { wanted: share(50), after: HOUR },
  ]);
  const { report, steps = [] } = await shown(first);
  expect(report?.audience).toMatchObject([{ flagKey: 'sale', changed: 10 }]);
  expect(steps.map((step) => step.report?.audience)).toMatchObject([[{ flagKey: 'sale', changed: 40 }]]);
});

it('documents and edits can follow each other', async () => {
  await write(sale());
  const document = { ...nothing.document, flags: [sale({ rollouts: thresholds(10) })] };
  const start = clock.moment;
  await plan([
    { wanted: { ...nothing, document }, at: start + HOUR },
    { wanted: edited({ key: 'sale', name: 'Sale' }), at: start + 2 * HOUR },
    {
      wanted: {
        ...nothing,
        document: { ...document, flags: [sale({ name: 'Sale', rollouts: thresholds(50) })] },
      },
      at: start + 3 * HOUR,
    },
  ]);
  await lookAt(start + HOUR);
  await write({ ...(await flagNow()), description: 'corrected' });
  await lookAt(start + 2 * HOUR);
  await lookAt(start + 3 * HOUR);
  expect(await flagNow()).toMatchObject({
    ...{ name: 'Sale', description: 'corrected', rollouts: thresholds(50) },
  });
});

it('fails at its time if the flag is gone, and a person who applies it is refused', async () => {
  await write(sale());
  const at = clock.moment + HOUR;
  const [timed = ''] = await plan([{ wanted: share(20), at }]);
  const [proposed = ''] = await plan([{ wanted: share(20) }], true);
  const deletions = { flags: ['sale'], segments: [] };
  await waiting.creation.create(ben, {
    ...{ ...change, isProposal: false },
    steps: [{ wanted: { ...nothing, deletions } }],
  });
  expect(await shown(timed)).toMatchObject({ report: undefined, obstacle: 'flag "sale" not found' });
  await expect(waiting.requests.apply(ana, 'shop', proposed)).rejects.toThrow('flag "sale" not found');
  await lookAt(at);
  expect(await requestOf(timed)).toMatchObject({ state: 'failed', reason: 'flag "sale" not found' });
  expect((await requestOf(proposed)).state).toBe('pending');
});

it('fails at its time if it does not fit the flag any more, with the steps after it', async () => {
  await write(sale());
  const at = clock.moment + HOUR;
  const [first = '', second = ''] = await plan([
    { wanted: share(20), at },
    { wanted: share(50), after: HOUR },
  ]);
  await write(sale({ rollouts: thresholds(5, 6) }));
  await lookAt(at);
  expect(await requestOf(first)).toMatchObject({
    state: 'failed',
    reason: 'edits.flags[0].rank cannot be applied: flag "sale" has 2 thresholds: set rank to one of them',
  });
  expect((await requestOf(second)).state).toBe('cancelled');
  expect((await flagNow()).rollouts).toEqual(thresholds(5, 6));
});

it('an edit by rank means the row that was there', async () => {
  await write(sale({ rollouts: thresholds(10, 20) }));
  const at = clock.moment + HOUR;
  const [kept = ''] = await plan([{ wanted: share(30, 2), at }]);
  const [moved = ''] = await plan([{ wanted: share(40, 1), at: at + HOUR }]);
  await write(sale({ rollouts: thresholds(10, 25) }));
  await lookAt(at);
  expect((await requestOf(kept)).state).toBe('applied');
  expect((await flagNow()).rollouts).toEqual(thresholds(10, 30));
  await write(sale({ rollouts: thresholds(5, 6, 10) }));
  await lookAt(at + HOUR);
  expect(await requestOf(moved)).toMatchObject({
    state: 'failed',
    reason:
      'edits.flags[0].rank cannot be applied: flag "sale" has another rollout at rank 1 than when the edit was made',
  });
});

it('can be edited: other edits, a document in their place, and back', async () => {
  await write(sale());
  const at = clock.moment + HOUR;
  const [id = ''] = await plan([{ wanted: share(20), at }]);
  await waiting.edits.update(ana, 'shop', id, { wanted: share(20) });
  expect((await requestOf(id)).version).toBe(1);
  const document = { ...nothing.document, flags: [sale({ rollouts: thresholds(30) })] };
  for (const [wanted, changed] of [
    [share(25), 25],
    [{ ...nothing, document }, 30],
    [share(40), 40],
  ] as const) {
    const { report } = await waiting.edits.update(ana, 'shop', id, { wanted });
    expect(report?.audience).toMatchObject([{ changed }]);
  }
  await lookAt(at);
  expect((await flagNow()).rollouts).toEqual(thresholds(40));
});

it('an edited step is what the next one is based on', async () => {
  await write(sale({ rollouts: thresholds(1, 2) }));
  const start = clock.moment;
  const [first = '', second = ''] = await plan([
    { wanted: share(10, 1), at: start + HOUR },
    { wanted: share(20, 1), at: start + 2 * HOUR },
  ]);
  await waiting.edits.update(ana, 'shop', first, { wanted: share(15, 1) });
  await lookAt(start + HOUR);
  await lookAt(start + 2 * HOUR);
  expect((await requestOf(second)).state).toBe('applied');
  expect((await flagNow()).rollouts).toEqual(thresholds(20, 2));
});

it('has no base', async () => {
  await write(sale());
  const baseRevision = { revision: 1, mark: '' };
  const refused = 'invalid field baseRevision: must not be given with edits, which do not conflict';
  const steps = [{ wanted: share(20), at: clock.moment + HOUR }];
  const asked = { ...change, baseRevision, isProposal: false, steps };
  await expect(waiting.creation.create(ana, asked)).rejects.toThrow(refused);
  const [id = ''] = await plan(steps);
  await expect(waiting.edits.update(ana, 'shop', id, { baseRevision })).rejects.toThrow(refused);
});

it.each([
  [share(120), 'invalid field when.steps[1].edits.flags[0].percentage: must be a whole number from 0 to 100'],
  [
    share(50, 2),
    'when.steps[1]: edits.flags[0].rank cannot be applied: flag "sale" has no rollout 2: it has 1',
  ],
  [edited({ key: 'gone', name: 'x' }), 'when.steps[1]: flag "gone" not found'],
])('names the step that an edit cannot be done in (%#)', async (wanted, message) => {
  await write(sale());
  await expect(plan([{ wanted: share(20) }, { wanted, after: HOUR }])).rejects.toThrow(message);
});

it('changes what a segment has by then', async () => {
  const constraint = (value: string) =>
    ({ type: 'string', property: 'plan', operator: 'eq', value, description: '' }) as const;
  const pros = (...values: readonly string[]): SegmentState => ({
    ...{ key: 'pros', name: 'Pros', description: '', matchType: 'any' },
    constraints: values.map(constraint),
  });
  const writeSegment = async (segment: SegmentState): Promise<void> => {
    const wanted = { ...nothing, document: { ...nothing.document, segments: [segment] } };
    await waiting.creation.create(ben, { ...change, isProposal: false, steps: [{ wanted }] });
  };
  await writeSegment(pros('pro'));
  const at = clock.moment + HOUR;
  const constraints = { add: [constraint('max')], remove: [constraint('pro')] };
  await plan([
    { wanted: { ...nothing, edits: { flags: [], segments: [{ key: 'pros', constraints }] } }, at },
  ]);
  await writeSegment(pros('pro', 'team'));
  await lookAt(at);
  const subject = { kind: 'segment', key: 'pros' } as const;
  const state = await waiting.unitOfWork.read((stores) => readState(stores, 'shop', subject));
  const values = state?.kind === 'segment' ? state.value.constraints.map(({ value }) => value) : [];
  // Their order means nothing.
  expect(values.toSorted()).toEqual(['max', 'team']);
});

it('a roll back puts back what the steps have changed, and leaves what others have', async () => {
  await write(sale({ rollouts: [], description: 'The sael' }));
  const [id = ''] = await plan([
    {
      wanted: edited({
        key: 'sale',
        percentage: { percent: 10 },
        metadata: { set: { on: true }, remove: [] },
      }),
    },
    { wanted: share(50), after: HOUR },
    { wanted: share(100), after: HOUR },
  ]);
  await lookAt(clock.moment + HOUR);
  expect((await flagNow()).rollouts).toEqual(thresholds(50));
  await write({ ...(await flagNow()), description: 'The sale' });
  const before = await flagNow();
  const { seriesId } = await requestOf(id);
  const { report } = await waiting.rollBacks.rollBack(ana, 'shop', seriesId, 'errors');
  expect(report?.conflicts).toEqual([]);
  const { metadata = {}, ...rest } = await flagNow();
  expect(metadata).toEqual({});
  expect(rest).toEqual({ ...before, metadata: undefined, rollouts: [] });
});
