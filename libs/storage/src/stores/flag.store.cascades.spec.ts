import { type NamespaceContents, type RolloutStep } from '@pennon/domain';
import {
  aConstraint,
  aDistribution,
  aFlag,
  aNamespace,
  aRollout,
  aRule,
  aSegment,
  aVariant,
  SOME_MOMENT,
} from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { type Stores } from '../unit-of-work';

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  await temporary.unitOfWork.write(async (stores) => {
    await stores.namespaces.create(aNamespace('shop'));
    await fill(stores, 'shop');
    await fill(stores, 'default');
  });
});

afterEach(async () => {
  await temporary.remove();
});

/** One of everything in a namespace: a flag of each type, two variants and two segments. Ids name the namespace. */
async function fill(stores: Stores, namespaceKey: string): Promise<void> {
  const id = (name: string): string => idIn(namespaceKey, name);
  const step: RolloutStep = { type: 'segment', segmentKeys: ['dutch'], segmentOperator: 'or', value: true };
  await stores.flags.createAll([aFlag('colour', { namespaceKey })]);
  await stores.flags.createAll([aFlag('beta', { namespaceKey, type: 'boolean' })]);
  await stores.variants.createAll([aVariant('colour', id('red'), { namespaceKey })]);
  await stores.variants.createAll([aVariant('colour', id('blue'), { namespaceKey })]);
  await stores.segments.createAll([aSegment('dutch', { namespaceKey })]);
  await stores.segments.createAll([aSegment('staff', { namespaceKey })]);
  await stores.constraints.createAll([aConstraint('dutch', id('constraint'), { namespaceKey })]);
  await stores.constraints.createAll([aConstraint('staff', id('other constraint'), { namespaceKey })]);
  await stores.rules.createAll([
    aRule('colour', id('rule'), { namespaceKey, segmentKeys: ['dutch', 'staff'] }),
  ]);
  await stores.distributions.createAll([aDistribution(id('rule'), id('red'), { namespaceKey })]);
  await stores.distributions.createAll([aDistribution(id('rule'), id('blue'), { namespaceKey })]);
  await stores.rollouts.createAll([aRollout('beta', id('half'), { namespaceKey })]);
  await stores.rollouts.createAll([aRollout('beta', id('dutch'), { namespaceKey, rank: 2, step })]);
}

function idIn(namespaceKey: string, name: string): string {
  return `${name} of ${namespaceKey}`;
}

/** A row of `shop`, as `deleteAll` takes it. */
function rowOfShop(name: string): { readonly namespaceKey: string; readonly id: string } {
  return { namespaceKey: 'shop', id: idIn('shop', name) };
}

/** How many rows of a namespace {@link fill} makes. */
const everything = {
  flags: 2,
  variants: 2,
  rules: 1,
  rule_segments: 2,
  distributions: 2,
  rollouts: 2,
  rollout_segments: 1,
  segments: 2,
  constraints: 2,
};

/** How many rows each table holds of a namespace, empty ones left out. */
async function rowsOf(namespaceKey: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(everything)) {
    const rows = await temporary.rows(table);
    const count = rows.filter((row) => row.namespace_key === namespaceKey).length;
    if (count > 0) counts[table] = count;
  }
  return counts;
}

function everythingBut(...tables: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(everything).filter(([table]) => !tables.includes(table)));
}

/** What is left in `shop` after `work`; what is in `default` must be left alone. */
async function leftAfter(work: (stores: Stores) => Promise<void>): Promise<Readonly<Record<string, number>>> {
  await temporary.unitOfWork.write(work);
  expect(await rowsOf('default')).toEqual(everything);
  return rowsOf('shop');
}

describe('deleting', () => {
  it('nothing leaves everything', async () => {
    expect(await leftAfter(() => Promise.resolve())).toEqual(everything);
  });

  it('a variant flag takes its variants, rules, segment links and distributions', async () => {
    expect(await leftAfter(({ flags }) => flags.deleteAll('shop', ['colour']))).toEqual({
      ...everythingBut('variants', 'rules', 'rule_segments', 'distributions'),
      flags: 1,
    });
  });

  it('a boolean flag takes its rollouts and their segment links', async () => {
    expect(await leftAfter(({ flags }) => flags.deleteAll('shop', ['beta']))).toEqual({
      ...everythingBut('rollouts', 'rollout_segments'),
      flags: 1,
    });
  });

  it('a variant takes the distributions that point at it', async () => {
    expect(await leftAfter(({ variants }) => variants.deleteAll([rowOfShop('red')]))).toEqual({
      ...everything,
      variants: 1,
      distributions: 1,
    });
  });

  it('a rule takes its segment links and distributions', async () => {
    expect(await leftAfter(({ rules }) => rules.deleteAll([rowOfShop('rule')]))).toEqual(
      everythingBut('rules', 'rule_segments', 'distributions'),
    );
  });

  it('a rollout takes its segment links', async () => {
    expect(await leftAfter(({ rollouts }) => rollouts.deleteAll([rowOfShop('dutch')]))).toEqual({
      ...everythingBut('rollout_segments'),
      rollouts: 1,
    });
  });

  it('a segment that nothing looks at takes its constraints', async () => {
    const left = await leftAfter(async ({ rules, segments }) => {
      await rules.deleteAll([rowOfShop('rule')]);
      await segments.deleteAll('shop', ['staff']);
    });
    expect(left).toMatchObject({ segments: 1, constraints: 1, rollout_segments: 1 });
  });

  it('a namespace takes everything in it', async () => {
    const left = await leftAfter(async ({ namespaces }) => {
      const shop = await namespaces.find('shop');
      if (shop !== undefined) await namespaces.delete(shop);
    });
    expect(left).toEqual({});
    expect(await temporary.unitOfWork.read(({ namespaces }) => namespaces.exists('shop'))).toBe(false);
  });

  it('a distribution takes nothing else', async () => {
    const share = { namespaceKey: 'shop', id: `${idIn('shop', 'rule')}-${idIn('shop', 'red')}` };
    expect(await leftAfter(({ distributions }) => distributions.deleteAll([share]))).toEqual({
      ...everything,
      distributions: 1,
    });
  });

  it('a constraint takes nothing else', async () => {
    const left = await leftAfter(({ constraints }) => constraints.deleteAll([rowOfShop('constraint')]));
    expect(left).toEqual({ ...everything, constraints: 1 });
  });

  it.each([
    ['an empty list', [], []],
    ['a list of unknown keys and ids', ['nothing'], ['nothing']],
    [
      'a list of ids of another namespace',
      [],
      [
        ...['red', 'constraint', 'rule', 'half'].map((name) => idIn('default', name)),
        `${idIn('default', 'rule')}-${idIn('default', 'red')}`,
      ],
    ],
  ])('%s takes nothing', async (_, keys, ids) => {
    const rows = ids.map((id) => ({ namespaceKey: 'shop', id }));
    const left = await leftAfter(async (stores) => {
      await stores.flags.deleteAll('shop', keys);
      await stores.segments.deleteAll('shop', keys);
      const { variants, constraints, rules, distributions, rollouts } = stores;
      for (const store of [variants, constraints, rules, distributions, rollouts])
        await store.deleteAll(rows);
    });
    expect(left).toEqual(everything);
  });
});

describe('replacing', () => {
  it('one row of each table deletes nothing, and leaves the same keys of another namespace alone', async () => {
    const readDefault = async (): Promise<NamespaceContents> =>
      temporary.unitOfWork.read(({ contents }) => contents.read('default'));
    const before = await readDefault();
    const id = (name: string): string => idIn('shop', name);
    const inShop = { namespaceKey: 'shop', updatedAt: SOME_MOMENT + 5 };
    const left = await leftAfter(async (stores) => {
      await stores.flags.replaceAll([aFlag('colour', { ...inShop, name: 'New' })]);
      await stores.variants.replaceAll([aVariant('colour', id('red'), { ...inShop, name: 'New' })]);
      await stores.segments.replaceAll([aSegment('dutch', { ...inShop, name: 'New' })]);
      await stores.constraints.replaceAll([
        aConstraint('dutch', id('constraint'), { ...inShop, value: 'BE' }),
      ]);
      const segmentKeys = ['staff', 'dutch'];
      await stores.rules.replaceAll([aRule('colour', id('rule'), { ...inShop, segmentKeys })]);
      const share = aDistribution(id('rule'), id('red'), { ...inShop, rolloutPercent: 1 });
      await stores.distributions.replaceAll([share]);
      await stores.rollouts.replaceAll([aRollout('beta', id('half'), { ...inShop, rank: 3 })]);
    });
    expect(left).toEqual(everything);
    expect(await readDefault()).toEqual(before);
  });
});
