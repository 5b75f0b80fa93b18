import { type Rule, type RuleWithDistributions } from '@pennon/domain';
import { aDistribution, aFlag, aRule, aSegment, aVariant, SOME_MOMENT, timesAfter } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

beforeEach(async () => {
  await write(async ({ flags, segments, variants }) => {
    await flags.createAll([aFlag('colour')]);
    await flags.createAll([aFlag('other')]);
    await variants.createAll([aVariant('colour', 'red')]);
    await variants.createAll([aVariant('colour', 'blue')]);
    for (const key of ['everyone', 'dutch', 'staff']) await segments.createAll([aSegment(key)]);
  });
});

async function create(...rules: Rule[]): Promise<void> {
  await write(async (stores) => {
    for (const rule of rules) await stores.rules.createAll([rule]);
  });
}

async function find(id: string): Promise<RuleWithDistributions | undefined> {
  return read(({ rules }) => rules.find('default', id));
}

async function replace(...rules: Rule[]): Promise<void> {
  await write((stores) => stores.rules.replaceAll(rules));
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
      await distributions.createAll([second]);
      await distributions.createAll([first]);
      await distributions.createAll([aDistribution('next', 'red')]);
    });
    expect(await find('rule')).toEqual({ ...aRule('colour', 'rule'), distributions: [first, second] });
  });

  it('is found in its namespace only', async () => {
    await create(aRule('colour', 'rule'));
    expect(await read(({ rules }) => rules.find('shop', 'rule'))).toBeUndefined();
    expect(await find('nothing')).toBeUndefined();
  });

  it('tells the flag that it belongs to', async () => {
    await create(aRule('colour', 'rule'));
    expect(await read(({ rules }) => rules.flagKeyOf('default', 'rule'))).toBe('colour');
    expect(await read(({ rules }) => rules.flagKeyOf('shop', 'rule'))).toBeUndefined();
    expect(await read(({ rules }) => rules.flagKeyOf('default', 'nothing'))).toBeUndefined();
  });

  it('is replaced by what is given, with its segments, and keeps its distributions', async () => {
    await create(aRule('colour', 'rule', { rank: 3 }), aRule('colour', 'next'));
    const share = aDistribution('rule', 'red');
    await write(({ distributions }) => distributions.createAll([share]));
    const selection = { segmentKeys: ['staff', 'dutch'], segmentOperator: 'and' } as const;
    const replaced = aRule('colour', 'rule', { ...selection, rank: 2, updatedAt: SOME_MOMENT + 5 });
    await replace(replaced);
    expect(await find('rule')).toEqual({ ...replaced, distributions: [share] });
    expect(await find('next')).toEqual({ ...aRule('colour', 'next'), distributions: [] });
  });

  it('can take its segments in another order', async () => {
    await create(aRule('colour', 'rule', { segmentKeys: ['dutch', 'staff'] }));
    await replace(aRule('colour', 'rule', { segmentKeys: ['staff', 'dutch'] }));
    expect(await find('rule')).toMatchObject({ segmentKeys: ['staff', 'dutch'] });
  });

  it('cannot look at a segment that does not exist', async () => {
    await expect(create(aRule('colour', 'rule', { segmentKeys: ['nobody'] }))).rejects.toThrow(
      /foreign key constraint/i,
    );
    expect(await find('rule')).toBeUndefined();
  });

  it('is deleted, and the others of its flag are not', async () => {
    await create(aRule('colour', 'rule'), aRule('colour', 'next'));
    await write(({ rules }) => rules.deleteAll([{ namespaceKey: 'default', id: 'rule' }]));
    expect(await find('rule')).toBeUndefined();
    expect(await find('next')).toEqual({ ...aRule('colour', 'next'), distributions: [] });
  });

  it('is not deleted through another namespace', async () => {
    await create(aRule('colour', 'rule'));
    await write(({ rules }) => rules.deleteAll([{ namespaceKey: 'shop', id: 'rule' }]));
    expect(await find('rule')).toEqual({ ...aRule('colour', 'rule'), distributions: [] });
  });
});

describe('the ranks of a flag’s rules', () => {
  const third = aRule('colour', 'third', { rank: 9 });
  const second = aRule('colour', 'second', { rank: 2, ...timesAfter(1) });
  const first = aRule('colour', 'first', { rank: 2 });

  /** The rules of `colour` by rank. */
  async function listed(): Promise<readonly RuleWithDistributions[]> {
    const page = { limit: 0, offset: 0 };
    return (await read(({ rules }) => rules.list('default', 'colour', page))).items;
  }

  const bare = (...rules: Rule[]): readonly RuleWithDistributions[] =>
    rules.map((rule) => ({ ...rule, distributions: [] }));

  beforeEach(async () => {
    await create(third, second, first, aRule('other', 'elsewhere', { rank: 1 }));
  });

  it('decide on the order, and creation order does between equal ranks', async () => {
    expect(await listed()).toEqual(bare(first, second, third));
  });

  it('are those given to the rules that are replaced, and the others keep theirs', async () => {
    const updatedAt = SOME_MOMENT + 5;
    const moved = [
      { ...third, rank: 1, updatedAt },
      { ...first, rank: 5, updatedAt },
    ] as const;
    await replace(...moved);
    expect(await listed()).toEqual(bare(moved[0], second, moved[1]));
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
    await write(({ distributions }) => distributions.createAll([aDistribution('second', 'red')]));
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
      for (const id of ids) await distributions.createAll([aDistribution(id, 'red')]);
    });
    const { items } = await read(({ rules }) => rules.list('default', 'colour', { limit: 0, offset: 0 }));
    expect(items.map(({ id }) => id)).toEqual(ids);
    for (const { id, segmentKeys, distributions } of items) {
      expect(segmentKeys).toEqual(['dutch', 'staff']);
      expect(distributions).toEqual([aDistribution(id, 'red')]);
    }
  });
});
