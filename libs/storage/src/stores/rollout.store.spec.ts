import { type Rollout, type RolloutStep } from '@pennon/domain';
import { aFlag, aRollout, aSegment, SOME_MOMENT } from '@pennon/testing';
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
    await flags.createAll([aFlag('beta', { type: 'boolean' })]);
    await flags.createAll([aFlag('other', { type: 'boolean' })]);
    for (const key of ['everyone', 'dutch', 'staff']) await segments.createAll([aSegment(key)]);
  });
});

async function create(...rollouts: Rollout[]): Promise<void> {
  await write(async (stores) => {
    for (const rollout of rollouts) await stores.rollouts.createAll([rollout]);
  });
}

async function find(id: string): Promise<Rollout | undefined> {
  return read(({ rollouts }) => rollouts.find('default', id));
}

async function replace(...rollouts: Rollout[]): Promise<void> {
  await write((stores) => stores.rollouts.replaceAll(rollouts));
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

  it('of type threshold is replaced by what is given, and no other is', async () => {
    await create(aRollout('beta', 'rollout', { rank: 3, description: 'old' }), aRollout('beta', 'next'));
    const changes = { rank: 2, description: 'new', step: threshold, updatedAt: SOME_MOMENT + 5 };
    const replaced = aRollout('beta', 'rollout', changes);
    await replace(replaced);
    expect(await find('rollout')).toEqual(replaced);
    expect(await find('next')).toEqual(aRollout('beta', 'next'));
  });

  it('of type segment is replaced with its segments, and no other is', async () => {
    const everyone: RolloutStep = {
      type: 'segment',
      segmentKeys: ['everyone'],
      segmentOperator: 'or',
      value: false,
    };
    const next = aRollout('beta', 'next', { step: everyone });
    await create(aRollout('beta', 'rollout', { step: everyone }), next);
    await replace(aRollout('beta', 'rollout', { step: dutchStaff }));
    expect(await find('rollout')).toMatchObject({ step: dutchStaff });
    await replace(aRollout('beta', 'rollout', { step: everyone }));
    expect(await find('rollout')).toMatchObject({ step: everyone });
    expect(await find('next')).toEqual(next);
  });

  it('is deleted, and the others of its flag are not', async () => {
    await create(aRollout('beta', 'rollout'), aRollout('beta', 'next'));
    await write(({ rollouts }) => rollouts.deleteAll([{ namespaceKey: 'default', id: 'rollout' }]));
    expect([await find('rollout'), await find('next')]).toEqual([undefined, aRollout('beta', 'next')]);
  });

  it('is not deleted through another namespace', async () => {
    await create(aRollout('beta', 'rollout'));
    await write(({ rollouts }) => rollouts.deleteAll([{ namespaceKey: 'shop', id: 'rollout' }]));
    expect(await find('rollout')).toEqual(aRollout('beta', 'rollout'));
  });
});

describe('the ranks of a flag’s rollouts', () => {
  it('are those given to the rollouts that are replaced, and the others keep theirs', async () => {
    const moved = { updatedAt: SOME_MOMENT + 5 };
    await create(
      aRollout('beta', 'first'),
      aRollout('beta', 'second', { rank: 2 }),
      aRollout('beta', 'third', { rank: 3 }),
    );
    await replace(
      aRollout('beta', 'third', { ...moved, rank: 1 }),
      aRollout('beta', 'first', { ...moved, rank: 3 }),
    );
    const { items } = await read(({ rollouts }) => rollouts.list('default', 'beta', { limit: 0, offset: 0 }));
    expect(items).toEqual([
      aRollout('beta', 'third', { ...moved, rank: 1 }),
      aRollout('beta', 'second', { rank: 2 }),
      aRollout('beta', 'first', { ...moved, rank: 3 }),
    ]);
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
