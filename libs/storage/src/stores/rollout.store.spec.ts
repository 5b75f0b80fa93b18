import { type Rollout, type RolloutStep } from '@pennon/domain';
import { aFlag, aRollout, aSegment, SOME_MOMENT, timesAfter } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

const threshold: RolloutStep = { type: 'threshold', percent: 33.33, value: false };
const dutchStaff: RolloutStep = {
  type: 'segment',
  segmentKeys: ['staff', 'dutch'],
  segmentOperator: 'and',
  value: true,
};

beforeEach(async () => {
  await write(async ({ flags, segments }) => {
    await flags.create(aFlag('beta', { type: 'boolean' }));
    await flags.create(aFlag('other', { type: 'boolean' }));
    for (const key of ['everyone', 'dutch', 'staff']) await segments.create(aSegment(key));
  });
});

async function create(...rollouts: Rollout[]): Promise<void> {
  await write(async (stores) => {
    for (const rollout of rollouts) await stores.rollouts.create(rollout);
  });
}

async function find(id: string): Promise<Rollout | undefined> {
  return read(({ rollouts }) => rollouts.find('default', id));
}

async function update(id: string, description: string, step: RolloutStep): Promise<void> {
  const ids = { namespaceKey: 'default', id };
  await write(({ rollouts }) => rollouts.update(ids, description, step, SOME_MOMENT + 5));
}

describe('a rollout', () => {
  it.each([
    ['threshold', threshold],
    ['segment', dutchStaff],
  ])('of type %s is found as it was created', async (_, step) => {
    const rollout = aRollout('beta', 'rollout', { rank: -2, description: 'ü', step });
    await create(rollout);
    expect(await find('rollout')).toEqual(rollout);
  });

  it('is found in its namespace only', async () => {
    await create(aRollout('beta', 'rollout'));
    expect(await read(({ rollouts }) => rollouts.find('shop', 'rollout'))).toBeUndefined();
    expect(await find('nothing')).toBeUndefined();
  });

  it('of type threshold changes its percent, value and description', async () => {
    await create(aRollout('beta', 'rollout', { rank: 3, description: 'old' }), aRollout('beta', 'next'));
    await update('rollout', 'new', threshold);
    expect(await find('rollout')).toEqual(
      aRollout('beta', 'rollout', {
        rank: 3,
        description: 'new',
        step: threshold,
        updatedAt: SOME_MOMENT + 5,
      }),
    );
    expect(await find('next')).toEqual(aRollout('beta', 'next'));
  });

  it('of type segment changes its segments, operator and value', async () => {
    const everyone: RolloutStep = {
      type: 'segment',
      segmentKeys: ['everyone'],
      segmentOperator: 'or',
      value: false,
    };
    await create(aRollout('beta', 'rollout', { step: everyone }));
    await update('rollout', '', dutchStaff);
    expect(await find('rollout')).toMatchObject({ step: dutchStaff });
    await update('rollout', '', everyone);
    expect(await find('rollout')).toMatchObject({ step: everyone });
  });

  it('of another flag or namespace is not deleted', async () => {
    await create(aRollout('beta', 'rollout'));
    await write(async ({ rollouts }) => {
      await rollouts.delete('default', 'other', 'rollout');
      await rollouts.delete('shop', 'beta', 'rollout');
    });
    expect(await find('rollout')).toBeDefined();
    await write(({ rollouts }) => rollouts.delete('default', 'beta', 'rollout'));
    expect(await find('rollout')).toBeUndefined();
  });
});

describe('the ranks of a flag’s rollouts', () => {
  it('are read in order and set for the rollouts that are named', async () => {
    await create(
      aRollout('beta', 'second', { rank: 2 }),
      aRollout('beta', 'first', { rank: 0 }),
      aRollout('beta', 'third', { rank: 7, ...timesAfter(1) }),
      aRollout('other', 'elsewhere'),
    );
    await write(({ rollouts }) => rollouts.rerank(new Map([['third', 1]]), SOME_MOMENT + 5));
    expect(await read(({ rollouts }) => rollouts.ranks('default', 'beta'))).toEqual([
      { id: 'first', rank: 0 },
      { id: 'third', rank: 1 },
      { id: 'second', rank: 2 },
    ]);
    expect(await find('third')).toMatchObject({ updatedAt: SOME_MOMENT + 5 });
    expect(await find('first')).toMatchObject({ updatedAt: SOME_MOMENT });
  });
});

describe('a list of rollouts', () => {
  beforeEach(async () => {
    await create(
      aRollout('beta', 'second', { rank: 2, step: dutchStaff }),
      aRollout('beta', 'first'),
      aRollout('beta', 'third', { rank: 3, step: threshold }),
      aRollout('other', 'elsewhere'),
    );
  });

  it('is by rank and cut into pages, each rollout with its step', async () => {
    expect(
      await read(({ rollouts }) => rollouts.list('default', 'beta', { limit: 1, offset: 1 })),
    ).toMatchObject({
      items: [{ id: 'second', step: dutchStaff }],
      totalCount: 3,
      next: { key: 'third', offset: 2 },
    });
  });

  it('may start anywhere without a limit', async () => {
    const { items } = await read(({ rollouts }) => rollouts.list('default', 'beta', { limit: 0, offset: 1 }));
    expect(items.map(({ id }) => id)).toEqual(['second', 'third']);
  });
});
