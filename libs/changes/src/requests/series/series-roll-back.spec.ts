import { MICROS_PER_SECOND } from '@pennon/domain';
import type { FlagState, SegmentState } from '@pennon/state';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import { readState } from '../../history/stored-states';
import { nothingOf, type WantedState } from '../../wanted/wanted-state';

const MINUTE = 60 * MICROS_PER_SECOND;
const ana = person('ana');
const ben = person('ben');

let waiting: WaitingChanges;
let clock: SettableClock;

waitingChangesForEachTest((made) => {
  ({ clock, waiting } = made);
});

function ramp(share: number, more: Partial<FlagState> = {}) {
  const wanted = sharedBy('shop', 'ramp', share);
  const flags = wanted.document.flags.map((flag) => ({ ...flag, ...more }));
  return { wanted: { ...wanted, document: { ...wanted.document, flags } } };
}

/** An edit of the share, of whatever there is. */
function edited(share: number): WantedState {
  const percentage = { percent: share, value: undefined, rank: undefined };
  return { ...nothingOf('shop'), edits: { flags: [{ key: 'ramp', percentage }], segments: [] } };
}

const shared = (share: number) => ({ rollouts: ramp(share).wanted.document.flags[0]?.rollouts });

const change = { namespaceKey: 'shop', origin: 'change', message: '', isProposal: false } as const;

async function write(share: number, more: Partial<FlagState> = {}): Promise<void> {
  await waiting.creation.create(ben, { ...change, baseRevision: undefined, steps: [ramp(share, more)] });
}

/** Begins a ramp of which two steps are applied. @returns its id. */
async function begin(): Promise<string> {
  const steps = [ramp(10), { ...ramp(50), after: MINUTE }, { ...ramp(100), after: MINUTE }];
  const { found } = await waiting.creation.create(ana, { ...change, baseRevision: undefined, steps });
  clock.moment += 1.5 * MINUTE;
  await waiting.look();
  return found?.request.seriesId ?? '';
}

async function flag(): Promise<FlagState | undefined> {
  const subject = { kind: 'flag', key: 'ramp' } as const;
  const state = await waiting.unitOfWork.read((stores) => readState(stores, 'shop', subject));
  return state?.kind === 'flag' ? state.value : undefined;
}

async function rollBack(id: string) {
  const { rolledBack, report } = await waiting.rollBacks.rollBack(ana, 'shop', id, 'errors');
  return {
    states: [rolledBack.series.state, ...rolledBack.steps.map(({ request }) => request.state)],
    conflicts: report?.conflicts,
  };
}

it('puts back what the steps have changed, and leaves what others have', async () => {
  await write(1);
  const id = await begin();
  await write(50, { description: 'The ramp' });
  const { states, conflicts } = await rollBack(id);
  expect(states).toEqual(['rolled_back', 'applied', 'applied', 'cancelled']);
  expect(conflicts).toEqual([]);
  expect(await flag()).toMatchObject({
    description: 'The ramp',
    rollouts: ramp(1).wanted.document.flags[0]?.rollouts,
  });
  await expect(rollBack(id)).rejects.toThrow('the series cannot be rolled back: it is rolled back');
});

it('leaves what others had changed before a step that was based on it', async () => {
  await write(1);
  const steps = [ramp(10), { ...ramp(50), after: MINUTE }, { ...ramp(100), after: MINUTE }];
  const { found } = await waiting.creation.create(ana, { ...change, baseRevision: undefined, steps });
  const id = found?.request.seriesId ?? '';
  await write(10, { description: 'The ramp' });
  const next = (await waiting.series.get('shop', id)).steps[1]?.request.id ?? '';
  const baseRevision = await waiting.unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop'));
  const { wanted } = ramp(50, { description: 'The ramp' });
  await waiting.edits.update(ana, 'shop', next, { wanted, baseRevision });
  clock.moment += 1.5 * MINUTE;
  await waiting.look();
  expect(await flag()).toMatchObject({ rollouts: wanted.document.flags[0]?.rollouts });
  const { conflicts } = await rollBack(id);
  expect(conflicts).toEqual([]);
  expect(await flag()).toMatchObject({
    description: 'The ramp',
    rollouts: ramp(1).wanted.document.flags[0]?.rollouts,
  });
});

it('leaves what others had changed before a step that sets a part of whatever there is', async () => {
  await write(1);
  const steps = [
    { wanted: edited(10), at: clock.moment + MINUTE },
    { ...ramp(50), after: MINUTE },
  ];
  const { found } = await waiting.creation.create(ana, { ...change, baseRevision: undefined, steps });
  await write(5);
  clock.moment += 1.5 * MINUTE;
  await waiting.look();
  expect(await flag()).toMatchObject({ rollouts: ramp(10).wanted.document.flags[0]?.rollouts });
  await rollBack(found?.request.seriesId ?? '');
  expect(await flag()).toMatchObject({ rollouts: ramp(5).wanted.document.flags[0]?.rollouts });
});

it('leaves what others had set before a step that wants the same', async () => {
  await write(1);
  const steps = [
    ramp(10),
    { ...ramp(20, { description: 'Launch' }), after: MINUTE },
    { ...ramp(50), after: MINUTE },
  ];
  const { found } = await waiting.creation.create(ana, { ...change, baseRevision: undefined, steps });
  await write(10, { description: 'Launch' });
  clock.moment += 1.5 * MINUTE;
  await waiting.look();
  expect(await flag()).toMatchObject(shared(20));
  const { conflicts } = await rollBack(found?.request.seriesId ?? '');
  expect(conflicts).toEqual([]);
  expect(await flag()).toMatchObject({ ...shared(1), description: 'Launch' });
});

it('names what others had set between the steps, and leaves it', async () => {
  await write(1);
  const steps = [ramp(10), { ...ramp(20), after: MINUTE }, { ...ramp(50), after: MINUTE }];
  const { found } = await waiting.creation.create(ana, { ...change, baseRevision: undefined, steps });
  await write(20);
  clock.moment += 1.5 * MINUTE;
  await waiting.look();
  const { states, conflicts } = await rollBack(found?.request.seriesId ?? '');
  expect(states).toEqual(['rolled_back', 'applied', 'applied', 'cancelled']);
  expect(conflicts).toMatchObject([
    { key: 'ramp', author: { actor: 'ben' }, part: { part: 'rollouts', item: '1.result' } },
  ]);
  expect(await flag()).toMatchObject(shared(20));
});

it('names what a step could only put back to what others had set before it', async () => {
  await write(1);
  const steps = [
    { wanted: edited(10), at: clock.moment + MINUTE },
    { wanted: edited(20), after: MINUTE },
  ];
  const { found } = await waiting.creation.create(ana, { ...change, baseRevision: undefined, steps });
  clock.moment += MINUTE;
  await waiting.look();
  await write(15);
  clock.moment += 1.5 * MINUTE;
  await waiting.look();
  expect(await flag()).toMatchObject(shared(20));
  const { conflicts } = await rollBack(found?.request.seriesId ?? '');
  expect(conflicts).toMatchObject([
    { key: 'ramp', author: { actor: 'ben' }, part: { part: 'rollouts', item: '1.result' } },
  ]);
  expect(await flag()).toMatchObject(shared(15));
});

it('names parts that others have changed again, and leaves them', async () => {
  await write(1, { description: 'before' });
  const id = await begin();
  await write(7, { description: '' });
  const { states, conflicts } = await rollBack(id);
  expect(states[0]).toBe('rolled_back');
  expect(conflicts).toMatchObject([
    {
      kind: 'flag',
      key: 'ramp',
      part: { part: 'rollouts', item: '1.result', latest: expect.any(String) as string },
    },
  ]);
  expect(await flag()).toMatchObject({
    description: 'before',
    rollouts: ramp(7).wanted.document.flags[0]?.rollouts,
  });
});

it('deletes a flag that the first step has made, unless somebody has changed it', async () => {
  const id = await begin();
  await rollBack(id);
  expect(await flag()).toBeUndefined();
  const again = await begin();
  await write(50, { description: 'mine' });
  const { conflicts } = await rollBack(again);
  expect(conflicts).toMatchObject([{ key: 'ramp', part: { part: 'whole' } }]);
  expect(await flag()).toMatchObject({ description: 'mine' });
});

it('needs no approvals, and gives up what waits where nothing was applied', async () => {
  await waiting.setPolicy('shop', 1);
  const { found } = await waiting.creation.create(ana, {
    ...{ ...change, baseRevision: undefined },
    steps: [ramp(10), { ...ramp(50), after: MINUTE }],
  });
  const { states, conflicts } = await rollBack(found?.request.seriesId ?? '');
  expect(states).toEqual(['rolled_back', 'cancelled', 'cancelled']);
  expect(conflicts).toBeUndefined();
});

it('is one revision, with the reason as its message', async () => {
  await write(1);
  const id = await begin();
  await rollBack(id);
  const [latest] = await waiting.unitOfWork.read(({ history }) =>
    history.list({ namespaceKey: 'shop', limit: 1 }),
  );
  expect(latest).toMatchObject({ message: 'errors', origin: 'restore', author: { actor: 'ana' } });
});

describe('what would be wrong afterwards', () => {
  const segment = (key: string): SegmentState => ({
    ...{ key, name: key, description: '', matchType: 'all' },
    constraints: [],
  });
  const forSegment = (key: string): Partial<FlagState> => ({
    rollouts: [
      {
        description: '',
        step: { type: 'segment', segmentKeys: [key], segmentOperator: 'or', value: true },
      },
    ],
  });

  async function apply(
    who: typeof ana,
    steps: readonly { readonly wanted: WantedState; readonly after?: number }[],
  ): Promise<string> {
    const { found } = await waiting.creation.create(who, { ...change, baseRevision: undefined, steps });
    return found?.request.seriesId ?? '';
  }

  function withSegments(share: number, segments: readonly SegmentState[], more: Partial<FlagState> = {}) {
    const { wanted } = ramp(share, more);
    return { wanted: { ...wanted, document: { ...wanted.document, segments } } };
  }

  it('is left: a segment of the ramp that the flag of somebody else looks at', async () => {
    await write(1);
    const id = await apply(ana, [
      withSegments(10, [segment('made')], forSegment('made')),
      { ...ramp(50), after: MINUTE },
    ]);
    const other = sharedBy('shop', 'other', 5);
    const flags = other.document.flags.map((one) => ({ ...one, ...forSegment('made') }));
    await apply(ben, [{ wanted: { ...other, document: { ...other.document, flags } } }]);
    const { states, conflicts } = await rollBack(id);
    expect(states).toEqual(['rolled_back', 'applied', 'cancelled']);
    expect(conflicts).toMatchObject([{ kind: 'segment', key: 'made', part: { part: 'whole' } }]);
    expect(await flag()).toMatchObject({ rollouts: ramp(1).wanted.document.flags[0]?.rollouts });
  });

  it('is left: a flag that looked at a segment which somebody else has deleted', async () => {
    await apply(ana, [withSegments(1, [segment('beta')], forSegment('beta'))]);
    const id = await begin();
    const gone = sharedBy('shop', 'ramp', 1);
    await apply(ben, [
      {
        wanted: {
          document: { ...gone.document, flags: [] },
          deletions: { flags: [], segments: ['beta'] },
        },
      },
    ]);
    const { states, conflicts } = await rollBack(id);
    expect(states).toEqual(['rolled_back', 'applied', 'applied', 'cancelled']);
    expect(conflicts).toMatchObject([{ kind: 'flag', key: 'ramp', part: { part: 'whole' } }]);
    expect(await flag()).toMatchObject({ rollouts: ramp(50).wanted.document.flags[0]?.rollouts });
  });
});
