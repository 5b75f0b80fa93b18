import type { EntitySchema } from 'typeorm';
import { type Rollout } from '@pennon/domain';
import { aDistribution, aFlag, aRollout, aRule, aSegment, aVariant, timesAfter } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import {
  DistributionEntity,
  FlagEntity,
  RolloutEntity,
  RuleEntity,
  VariantEntity,
} from '../entities/flag.entity';
import { SegmentEntity } from '../entities/segment.entity';
import { type Among, RowReading } from './row-reading';

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  await temporary.remove();
});

async function createFlags(...keys: readonly string[]): Promise<void> {
  await temporary.unitOfWork.write(async ({ flags }) => {
    await flags.createAll(keys.map((key) => aFlag(key)));
  });
}

async function readRows<Row extends { readonly namespaceKey: string }>(
  entity: EntitySchema<Row>,
  order: readonly (keyof Row & string)[],
  among?: Among<keyof Row & string>,
): Promise<readonly Row[]> {
  return temporary.database.read(async (manager) => {
    const reading = new RowReading(manager, 'default');
    const wanted = reading.want(entity, order, among);
    await reading.read();
    return wanted.rows;
  });
}

describe('reading rows', () => {
  it.each(['', '"\\\\\'`', 'a\nb\u2028\t\u0001', 'é漢字😀', '{"a":[1.0]}', '%s ? :x $1'])(
    'gives the text %j as it is',
    async (text) => {
      await createFlags('colour');
      const variant = aVariant('colour', 'v1', { key: text, name: text, attachment: text });
      await temporary.unitOfWork.write(({ variants }) => variants.createAll([variant]));
      expect(await readRows(VariantEntity, ['createdAt'])).toEqual([variant]);
    },
  );

  it('gives numbers, truths and what is missing as they are', async () => {
    await createFlags('banner');
    const percents = [0, 100, 33.333332, 0.05, 1e-7, 99.99999];
    const rollouts = percents.map((percent, index): Rollout => {
      const step = { type: 'threshold', percent, value: index % 2 === 0 } as const;
      return aRollout('banner', `o${index}`, {
        ...timesAfter(2 ** 50 + index),
        rank: 2 ** 31 - 1 - index,
        step,
      });
    });
    await temporary.unitOfWork.write(async (stores) => {
      await stores.rollouts.createAll(rollouts);
    });
    expect(await readRows(RolloutEntity, ['createdAt'])).toEqual(
      rollouts.map(({ step, ...rollout }) => ({ ...rollout, ...step, segmentOperator: null })),
    );
  });

  it('gives more rows than it makes at once, in order', async () => {
    const keys = Array.from({ length: 2500 }, (_, index) => `flag-${index}`);
    await temporary.unitOfWork.write(async ({ flags }) => {
      await flags.createAll(keys.map((key, index) => aFlag(key, timesAfter(index))));
    });
    expect((await readRows(FlagEntity, ['createdAt'])).map(({ key }) => key)).toEqual(keys);
    expect((await readRows(FlagEntity, ['key'])).map(({ key }) => key)).toEqual(keys.toSorted());
  });

  it('leaves out the rows that are not wanted', async () => {
    await createFlags('a', 'b', 'c');
    const rows = await readRows(FlagEntity, ['key'], { property: 'key', keys: new Set(['a', 'c', 'd']) });
    expect(rows.map(({ key }) => key)).toEqual(['a', 'c']);
  });

  it('gives the rows of several tables by one statement', async () => {
    await createFlags('a', 'b');
    await temporary.unitOfWork.write(async ({ variants, rules, segments, distributions }) => {
      await segments.createAll([aSegment('s')]);
      for (const flagKey of ['a', 'b']) {
        await variants.createAll([aVariant(flagKey, `v-${flagKey}`)]);
        await rules.createAll([aRule(flagKey, `r-${flagKey}`, { segmentKeys: ['s'] })]);
        const distribution = aDistribution(`r-${flagKey}`, `v-${flagKey}`, { id: `d-${flagKey}` });
        await distributions.createAll([{ ...distribution, namespaceKey: 'default' }]);
      }
    });
    const statements = jest.fn();
    const [found, idle] = await temporary.database.read(async (manager) => {
      const reading = new RowReading(manager, 'default');
      const keys = new Set(['b']);
      const flags = reading.want(FlagEntity, ['key'], { property: 'key', keys });
      const segments = reading.want(SegmentEntity, ['key'], { property: 'key', keys });
      const owned = { property: 'ruleId', keys, owners: RuleEntity } as const;
      const distributions = reading.want(DistributionEntity, ['id'], owned);
      const ask = manager.query.bind(manager);
      jest.spyOn(manager, 'query').mockImplementation((sql, parameters) => {
        statements(sql);
        return ask(sql, parameters as unknown[]);
      });
      await reading.read();
      return [[...flags.rows, ...distributions.rows], segments.rows];
    });
    // CockroachDB may want a transaction once more.
    expect(new Set(statements.mock.calls.map(String)).size).toBe(1);
    expect(found).toMatchObject([{ key: 'b' }, { id: 'd-b', variantId: 'v-b' }]);
    expect(idle).toEqual([]);
  });

  it('asks nothing when nothing is wanted', async () => {
    await temporary.database.read(async (manager) => {
      const ask = jest.spyOn(manager, 'query');
      await new RowReading(manager, 'default').read();
      expect(ask).not.toHaveBeenCalled();
    });
  });
});
