import { type RolloutStep } from '@pennon/domain';
import {
  aConstraint,
  aDistribution,
  aFlag,
  aNamespace,
  aRollout,
  aRule,
  aSegment,
  aVariant,
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
  const id = (name: string): string => `${name} of ${namespaceKey}`;
  const step: RolloutStep = { type: 'segment', segmentKeys: ['dutch'], segmentOperator: 'or', value: true };
  await stores.flags.create(aFlag('colour', { namespaceKey }));
  await stores.flags.create(aFlag('beta', { namespaceKey, type: 'boolean' }));
  await stores.variants.create(aVariant('colour', id('red'), { namespaceKey }));
  await stores.variants.create(aVariant('colour', id('blue'), { namespaceKey }));
  await stores.segments.create(aSegment('dutch', { namespaceKey }));
  await stores.segments.create(aSegment('staff', { namespaceKey }));
  await stores.constraints.create(aConstraint('dutch', id('constraint'), { namespaceKey }));
  await stores.constraints.create(aConstraint('staff', id('other constraint'), { namespaceKey }));
  await stores.rules.create(aRule('colour', id('rule'), { namespaceKey, segmentKeys: ['dutch', 'staff'] }));
  await stores.distributions.create(aDistribution(id('rule'), id('red'), { namespaceKey }));
  await stores.distributions.create(aDistribution(id('rule'), id('blue'), { namespaceKey }));
  await stores.rollouts.create(aRollout('beta', id('half'), { namespaceKey }));
  await stores.rollouts.create(aRollout('beta', id('dutch'), { namespaceKey, rank: 2, step }));
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
    expect(await leftAfter(({ flags }) => flags.delete('shop', 'colour'))).toEqual({
      ...everythingBut('variants', 'rules', 'rule_segments', 'distributions'),
      flags: 1,
    });
  });

  it('a boolean flag takes its rollouts and their segment links', async () => {
    expect(await leftAfter(({ flags }) => flags.delete('shop', 'beta'))).toEqual({
      ...everythingBut('rollouts', 'rollout_segments'),
      flags: 1,
    });
  });

  it('a variant takes the distributions that point at it', async () => {
    expect(await leftAfter(({ variants }) => variants.delete('shop', 'colour', 'red of shop'))).toEqual({
      ...everything,
      variants: 1,
      distributions: 1,
    });
  });

  it('a rule takes its segment links and distributions', async () => {
    expect(await leftAfter(({ rules }) => rules.delete('shop', 'colour', 'rule of shop'))).toEqual(
      everythingBut('rules', 'rule_segments', 'distributions'),
    );
  });

  it('a rollout takes its segment links', async () => {
    expect(await leftAfter(({ rollouts }) => rollouts.delete('shop', 'beta', 'dutch of shop'))).toEqual({
      ...everythingBut('rollout_segments'),
      rollouts: 1,
    });
  });

  it('a segment that nothing looks at takes its constraints', async () => {
    const left = await leftAfter(async ({ rules, segments }) => {
      await rules.delete('shop', 'colour', 'rule of shop');
      await segments.delete('shop', 'staff');
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

  it('what is not there takes nothing', async () => {
    const left = await leftAfter(async ({ flags, variants, segments, constraints, rules, rollouts }) => {
      await flags.delete('shop', 'nothing');
      await variants.delete('shop', 'colour', 'nothing');
      await segments.delete('shop', 'nothing');
      await constraints.delete('shop', 'dutch', 'nothing');
      await rules.delete('shop', 'colour', 'nothing');
      await rollouts.delete('shop', 'beta', 'nothing');
    });
    expect(left).toEqual(everything);
  });
});
