import { type Rollout } from '@pennon/domain';
import { aFlag, aRollout, aVariant, timesAfter } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { FlagEntity, VariantEntity, type FlagRow, RolloutEntity } from '../entities/flag.entity';
import { readPlainly } from './read-plainly';

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  await temporary.remove();
});

async function createFlags(...keys: readonly string[]): Promise<void> {
  await temporary.unitOfWork.write(async ({ flags }) => {
    for (const key of keys) await flags.createAll([aFlag(key)]);
  });
}

describe('reading plainly', () => {
  it.each(['', '"\\\\\'`', 'a\nb\u2028\t\u0001', 'é漢字😀', '{"a":[1.0]}', '%s ? :x $1'])(
    'gives the text %j as it is',
    async (text) => {
      await createFlags('colour');
      const variant = aVariant('colour', 'v1', { key: text, name: text, attachment: text });
      await temporary.unitOfWork.write(({ variants }) => variants.createAll([variant]));
      const rows = await temporary.database.read((manager) =>
        readPlainly(manager, VariantEntity, 'default', ['createdAt']),
      );
      expect(rows).toEqual([variant]);
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
      for (const rollout of rollouts) await stores.rollouts.createAll([rollout]);
    });
    const rows = await temporary.database.read((manager) =>
      readPlainly(manager, RolloutEntity, 'default', ['createdAt']),
    );
    expect(rows).toEqual(
      rollouts.map(({ step, ...rollout }) => ({ ...rollout, ...step, segmentOperator: null })),
    );
  });

  it('gives more rows than it makes at once, in order', async () => {
    const keys = Array.from({ length: 2500 }, (_, index) => `flag-${index}`);
    await temporary.unitOfWork.write(async ({ flags }) => {
      for (const [index, key] of keys.entries()) await flags.createAll([aFlag(key, timesAfter(index))]);
    });
    const read = (order: 'createdAt' | 'key'): Promise<readonly FlagRow[]> =>
      temporary.database.read((manager) => readPlainly(manager, FlagEntity, 'default', [order]));
    expect((await read('createdAt')).map(({ key }) => key)).toEqual(keys);
    expect((await read('key')).map(({ key }) => key)).toEqual(keys.toSorted());
  });

  it('leaves out the rows that are not wanted', async () => {
    await createFlags('a', 'b', 'c');
    const rows = await temporary.database.read((manager) =>
      readPlainly(manager, FlagEntity, 'default', ['key'], (query) =>
        query.andWhere('row.key IN (:...keys)', { keys: ['a', 'c', 'd'] }),
      ),
    );
    expect(rows.map(({ key }) => key)).toEqual(['a', 'c']);
  });
});
