import {
  aConstraint,
  aFlag,
  aNamespace,
  aRollout,
  aRule,
  aSegment,
  SOME_MOMENT,
  timesAfter,
} from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';
import { type Stores } from '../unit-of-work';

const { write, read } = newDatabaseForEachTest();

async function find(key: string): ReturnType<Stores['segments']['find']> {
  return read(({ segments }) => segments.find('default', key));
}

async function isInUse(key: string): Promise<boolean> {
  return read(({ segments }) => segments.isInUse('default', key));
}

describe('a segment', () => {
  beforeEach(async () => {
    await write(async ({ namespaces, segments }) => {
      await namespaces.create(aNamespace('shop'));
      await segments.createAll([aSegment('dutch', { matchType: 'any', description: 'ü' })]);
      await segments.createAll([aSegment('staff')]);
    });
  });

  it('is found as it was created, with its constraints in creation order', async () => {
    const [first, second] = [aConstraint('dutch', 'b'), aConstraint('dutch', 'a', timesAfter(1))];
    await write(async ({ constraints }) => {
      await constraints.createAll([second]);
      await constraints.createAll([first]);
      await constraints.createAll([aConstraint('staff', 'c')]);
    });
    expect(await find('dutch')).toEqual({
      ...aSegment('dutch', { matchType: 'any', description: 'ü' }),
      constraints: [first, second],
    });
  });

  it('is not found in another namespace or by another key', async () => {
    expect(await find('nothing')).toBeUndefined();
    expect(await read(({ segments }) => segments.find('shop', 'dutch'))).toBeUndefined();
    expect(await read(({ segments }) => segments.exists('shop', 'dutch'))).toBe(false);
    expect(await read(({ segments }) => segments.exists('default', 'dutch'))).toBe(true);
  });

  it.each([
    [['dutch', 'staff'], true],
    [['dutch'], true],
    [['dutch', 'nothing'], false],
    [['nothing'], false],
  ])('exists with all of %j: %s', async (keys, exist) => {
    expect(await read(({ segments }) => segments.existAll('default', keys))).toBe(exist);
    expect(await read(({ segments }) => segments.existAll('shop', keys))).toBe(false);
  });

  it('is replaced by what is given, and keeps its constraints', async () => {
    const constraint = aConstraint('dutch', 'country');
    await write(async ({ segments, constraints }) => {
      await segments.createAll([aSegment('dutch', { namespaceKey: 'shop' })]);
      await constraints.createAll([constraint]);
    });
    const changes = { name: 'New', description: 'text', matchType: 'all' } as const;
    const replaced = aSegment('dutch', { ...changes, updatedAt: SOME_MOMENT + 5 });
    await write(({ segments }) => segments.replaceAll([replaced]));
    expect(await find('dutch')).toEqual({ ...replaced, constraints: [constraint] });
    expect(await find('staff')).toEqual({ ...aSegment('staff'), constraints: [] });
    expect(await read(({ segments }) => segments.find('shop', 'dutch'))).toEqual({
      ...aSegment('dutch', { namespaceKey: 'shop' }),
      constraints: [],
    });
  });

  it('is deleted, and other segments are not, even with the same key in another namespace', async () => {
    await write(({ segments }) => segments.createAll([aSegment('dutch', { namespaceKey: 'shop' })]));
    await write(({ segments }) => segments.deleteAll('default', ['dutch']));
    const left = await read(async ({ segments }) => [
      await segments.exists('default', 'dutch'),
      await segments.exists('default', 'staff'),
      await segments.exists('shop', 'dutch'),
    ]);
    expect(left).toEqual([false, true, true]);
  });

  it('is in use while a rule looks at it', async () => {
    await write(async ({ flags, rules }) => {
      await flags.createAll([aFlag('colour')]);
      await rules.createAll([aRule('colour', 'rule', { segmentKeys: ['staff', 'dutch'] })]);
    });
    expect(await isInUse('dutch')).toBe(true);
    await write(({ rules }) => rules.deleteAll([{ namespaceKey: 'default', id: 'rule' }]));
    expect(await isInUse('dutch')).toBe(false);
  });

  it('is in use while a rollout looks at it', async () => {
    const step = { type: 'segment', segmentKeys: ['dutch'], segmentOperator: 'or', value: true } as const;
    await write(async ({ flags, rollouts }) => {
      await flags.createAll([aFlag('beta', { type: 'boolean' })]);
      await rollouts.createAll([aRollout('beta', 'rollout', { step })]);
    });
    expect([await isInUse('dutch'), await isInUse('staff')]).toEqual([true, false]);
    await write(({ rollouts }) => rollouts.deleteAll([{ namespaceKey: 'default', id: 'rollout' }]));
    expect(await isInUse('dutch')).toBe(false);
  });

  it('is not in use by what another namespace calls the same', async () => {
    await write(async ({ flags, segments, rules }) => {
      await segments.createAll([aSegment('dutch', { namespaceKey: 'shop' })]);
      await flags.createAll([aFlag('colour', { namespaceKey: 'shop' })]);
      await rules.createAll([aRule('colour', 'rule', { namespaceKey: 'shop', segmentKeys: ['dutch'] })]);
    });
    expect(await isInUse('dutch')).toBe(false);
  });

  it('is told with the flags that look at it, each once, by the code units of their keys', async () => {
    const step = { type: 'segment', segmentKeys: ['dutch'], segmentOperator: 'or', value: true } as const;
    const ofBoth = { segmentKeys: ['staff', 'dutch'] };
    await write(async ({ flags, rules, rollouts }) => {
      await flags.createAll(['b', 'a', 'B'].map((key) => aFlag(key)));
      await rules.createAll([aRule('b', 'r1', ofBoth), aRule('b', 'r2', ofBoth), aRule('a', 'r3', ofBoth)]);
      await rollouts.createAll([aRollout('B', 'o1', { step }), aRollout('a', 'o2', { step })]);
    });
    const users = await read(({ segments }) => segments.usersOf('default', ['staff', 'dutch']));
    expect(users.map(({ flagKey, segmentKey }) => `${flagKey} ${segmentKey}`)).toEqual([
      ...['B dutch', 'a dutch', 'a staff', 'b dutch', 'b staff'],
    ]);
  });

  it('is told with each rule and rollout that looks at it, by flag and rank', async () => {
    const step = {
      type: 'segment',
      segmentKeys: ['staff'],
      segmentOperator: 'or',
      value: true,
    } as const;
    const ofStaff = { segmentKeys: ['staff', 'dutch'] };
    await write(async ({ flags, rules, rollouts }) => {
      await flags.createAll([aFlag('b'), aFlag('a'), aFlag('B', { type: 'boolean' })]);
      await rules.createAll([
        aRule('b', 'r2', { ...ofStaff, rank: 2 }),
        aRule('b', 'r1', { ...ofStaff, rank: 1 }),
        aRule('a', 'r3', { segmentKeys: ['dutch'] }),
      ]);
      await rollouts.createAll([aRollout('B', 'o1', { step })]);
    });
    const places = async (limit: number): Promise<readonly string[]> =>
      (await read(({ segments }) => segments.placesOf('default', 'staff', limit))).map(
        ({ flagKey, part, rank }) => `${flagKey} ${part} ${rank}`,
      );
    expect(await places(10)).toEqual(['B rollouts 1', 'b rules 1', 'b rules 2']);
    expect(await places(1)).toEqual(['B rollouts 1', 'b rules 1']);
  });

  it('in use is kept by the database itself', async () => {
    await write(async ({ flags, rules }) => {
      await flags.createAll([aFlag('colour')]);
      await rules.createAll([aRule('colour', 'rule', { segmentKeys: ['dutch'] })]);
    });
    await expect(write(({ segments }) => segments.deleteAll('default', ['dutch']))).rejects.toThrow(
      /foreign key constraint/i,
    );
    expect(await find('dutch')).toBeDefined();
  });
});

describe('a list of segments', () => {
  beforeEach(async () => {
    await write(async ({ segments, constraints }) => {
      for (const [index, key] of ['c', 'a', 'b'].entries())
        await segments.createAll([aSegment(key, timesAfter(index))]);
      await constraints.createAll([aConstraint('a', 'a2', timesAfter(1))]);
      await constraints.createAll([aConstraint('a', 'a1')]);
    });
  });

  it('is in creation order, each segment with its constraints', async () => {
    const page = await read(({ segments }) => segments.list('default', { limit: 0, offset: 0 }));
    expect(page).toMatchObject({ totalCount: 3, next: undefined });
    expect(page.items.map(({ key, constraints }) => [key, constraints.map(({ id }) => id)])).toEqual([
      ['c', []],
      ['a', ['a1', 'a2']],
      ['b', []],
    ]);
  });

  it('is cut into pages', async () => {
    expect(await read(({ segments }) => segments.list('default', { limit: 2, offset: 0 }))).toMatchObject({
      items: [{ key: 'c' }, { key: 'a', constraints: [{ id: 'a1' }, { id: 'a2' }] }],
      totalCount: 3,
      next: { key: 'b', offset: 2 },
    });
  });

  it('is empty for a namespace that does not exist', async () => {
    const nothing = { items: [], totalCount: 0, next: undefined };
    expect(await read(({ segments }) => segments.list('nowhere', { limit: 0, offset: 0 }))).toEqual(nothing);
  });
});
