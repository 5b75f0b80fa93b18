import { type Rule, type RuleWithDistributions } from '@pennon/domain';
import { aDistribution, aFlag, aRule, aSegment, aVariant, SOME_MOMENT, timesAfter } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

beforeEach(async () => {
  await write(async ({ flags, segments, variants }) => {
    await flags.create(aFlag('colour'));
    await flags.create(aFlag('other'));
    await variants.create(aVariant('colour', 'red'));
    await variants.create(aVariant('colour', 'blue'));
    for (const key of ['everyone', 'dutch', 'staff']) await segments.create(aSegment(key));
  });
});

async function create(...rules: Rule[]): Promise<void> {
  await write(async (stores) => {
    for (const rule of rules) await stores.rules.create(rule);
  });
}

async function find(id: string): Promise<RuleWithDistributions | undefined> {
  return read(({ rules }) => rules.find('default', id));
}

/** Ids and ranks of the rules of `colour`, in order. */
async function ranks(): Promise<readonly (readonly [string, number])[]> {
  const ranked = await read(({ rules }) => rules.ranks('default', 'colour'));
  return ranked.map(({ id, rank }) => [id, rank]);
}

describe('a rule', () => {
  it('is found as it was created, its segments in the order given', async () => {
    const selection = { segmentKeys: ['staff', 'everyone', 'dutch'], segmentOperator: 'and' } as const;
    const rule = aRule('colour', 'rule', { ...selection, rank: 7 });
    await create(rule);
    expect(await find('rule')).toEqual({ ...rule, distributions: [] });
  });

  it('is found with its distributions in creation order', async () => {
    await create(aRule('colour', 'rule'), aRule('colour', 'next'));
    const [first, second] = [aDistribution('rule', 'red'), aDistribution('rule', 'blue', timesAfter(1))];
    await write(async ({ distributions }) => {
      await distributions.create(second);
      await distributions.create(first);
      await distributions.create(aDistribution('next', 'red'));
    });
    expect(await find('rule')).toEqual({ ...aRule('colour', 'rule'), distributions: [first, second] });
  });

  it('is found in its namespace only', async () => {
    await create(aRule('colour', 'rule'));
    expect(await read(({ rules }) => rules.find('shop', 'rule'))).toBeUndefined();
    expect(await read(({ rules }) => rules.exists('shop', 'rule'))).toBe(false);
    expect(await read(({ rules }) => rules.exists('default', 'rule'))).toBe(true);
    expect(await find('nothing')).toBeUndefined();
  });

  it('changes its segments and operator, and nothing else', async () => {
    await create(aRule('colour', 'rule', { rank: 3 }), aRule('colour', 'next'));
    const selection = { segmentKeys: ['staff', 'dutch'], segmentOperator: 'and' } as const;
    const ids = { namespaceKey: 'default', id: 'rule' };
    await write(({ rules }) => rules.update(ids, selection, SOME_MOMENT + 5));
    const updated = aRule('colour', 'rule', { ...selection, rank: 3, updatedAt: SOME_MOMENT + 5 });
    expect(await find('rule')).toEqual({ ...updated, distributions: [] });
    expect(await find('next')).toEqual({ ...aRule('colour', 'next'), distributions: [] });
  });

  it('can take its segments in another order', async () => {
    await create(aRule('colour', 'rule', { segmentKeys: ['dutch', 'staff'] }));
    const selection = { segmentKeys: ['staff', 'dutch'], segmentOperator: 'or' } as const;
    const ids = { namespaceKey: 'default', id: 'rule' };
    await write(({ rules }) => rules.update(ids, selection, SOME_MOMENT));
    expect(await find('rule')).toMatchObject({ segmentKeys: ['staff', 'dutch'] });
  });

  it('cannot look at a segment that does not exist', async () => {
    await expect(create(aRule('colour', 'rule', { segmentKeys: ['nobody'] }))).rejects.toThrow(
      /foreign key constraint/i,
    );
    expect(await find('rule')).toBeUndefined();
  });

  it('of another flag or namespace is not deleted', async () => {
    await create(aRule('colour', 'rule'));
    await write(async ({ rules }) => {
      await rules.delete('default', 'other', 'rule');
      await rules.delete('shop', 'colour', 'rule');
    });
    expect(await find('rule')).toBeDefined();
    await write(({ rules }) => rules.delete('default', 'colour', 'rule'));
    expect(await find('rule')).toBeUndefined();
  });
});

describe('the ranks of a flag’s rules', () => {
  beforeEach(async () => {
    await create(
      aRule('colour', 'third', { rank: 9 }),
      aRule('colour', 'second', { rank: 2, ...timesAfter(1) }),
      aRule('colour', 'first', { rank: 2 }),
      aRule('other', 'elsewhere', { rank: 1 }),
    );
  });

  it('are read in order, those of one rank in creation order', async () => {
    expect(await ranks()).toEqual([
      ['first', 2],
      ['second', 2],
      ['third', 9],
    ]);
  });

  it('are set for the rules that are named, and no other', async () => {
    const wanted = new Map([
      ['third', 1],
      ['first', 5],
    ]);
    await write(({ rules }) => rules.rerank(wanted, SOME_MOMENT + 5));
    expect(await ranks()).toEqual([
      ['third', 1],
      ['second', 2],
      ['first', 5],
    ]);
    expect(await find('third')).toMatchObject({ updatedAt: SOME_MOMENT + 5 });
    expect(await find('first')).toMatchObject({ updatedAt: SOME_MOMENT + 5 });
    expect(await find('second')).toMatchObject({ updatedAt: SOME_MOMENT + 1 });
    expect(await find('elsewhere')).toMatchObject({ rank: 1, updatedAt: SOME_MOMENT });
  });
});

describe('a list of rules', () => {
  it('is by rank and cut into pages, each rule with its segments and distributions', async () => {
    await create(
      aRule('colour', 'second', { rank: 2, segmentKeys: ['staff', 'dutch'] }),
      aRule('colour', 'first'),
      aRule('colour', 'third', { rank: 3 }),
      aRule('other', 'elsewhere'),
    );
    await write(({ distributions }) => distributions.create(aDistribution('second', 'red')));
    expect(await read(({ rules }) => rules.list('default', 'colour', { limit: 1, offset: 1 }))).toMatchObject(
      {
        items: [{ id: 'second', segmentKeys: ['staff', 'dutch'], distributions: [{ variantId: 'red' }] }],
        totalCount: 3,
        next: { key: 'third', offset: 2 },
      },
    );
  });

  it('is empty for a flag that does not exist', async () => {
    const nothing = { items: [], totalCount: 0, next: undefined };
    const page = { limit: 0, offset: 0 };
    expect(await read(({ rules }) => rules.list('default', 'nothing', page))).toEqual(nothing);
  });

  it('has the segments and distributions of each rule also when there are very many rules', async () => {
    const ids = Array.from({ length: 600 }, (_, index) => `rule-${index}`);
    await create(
      ...ids.map((id, index) => aRule('colour', id, { rank: index, segmentKeys: ['dutch', 'staff'] })),
    );
    await write(async ({ distributions }) => {
      for (const id of ids) await distributions.create(aDistribution(id, 'red'));
    });
    const { items } = await read(({ rules }) => rules.list('default', 'colour', { limit: 0, offset: 0 }));
    expect(items.map(({ id }) => id)).toEqual(ids);
    for (const { id, segmentKeys, distributions } of items) {
      expect(segmentKeys).toEqual(['dutch', 'staff']);
      expect(distributions).toEqual([aDistribution(id, 'red')]);
    }
  });
});
