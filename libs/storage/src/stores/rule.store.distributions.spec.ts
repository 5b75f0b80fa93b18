import { type Distribution } from '@pennon/domain';
import { aDistribution, aFlag, aRule, aSegment, aVariant, SOME_MOMENT } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

const distribution = aDistribution('rule', 'red', { id: 'share', rolloutPercent: 33.33 });
const other = aDistribution('next', 'red');

beforeEach(async () => {
  await write(async ({ flags, segments, variants, rules, distributions }) => {
    await flags.createAll([aFlag('colour')]);
    await segments.createAll([aSegment('everyone')]);
    await variants.createAll([aVariant('colour', 'red')]);
    await variants.createAll([aVariant('colour', 'blue')]);
    await rules.createAll([aRule('colour', 'rule')]);
    await rules.createAll([aRule('colour', 'next')]);
    await distributions.createAll([distribution, other]);
  });
});

/** The distributions of a rule. */
async function of(ruleId: string): Promise<readonly Distribution[] | undefined> {
  return (await read(({ rules }) => rules.find('default', ruleId)))?.distributions;
}

async function remove(namespaceKey: string, id: string): Promise<void> {
  await write(({ distributions }) => distributions.deleteAll([{ namespaceKey, id }]));
}

describe('a distribution', () => {
  it('is read with its own rule as it was created, its percent to the last digit', async () => {
    expect(await of('rule')).toEqual([distribution]);
    expect(await of('next')).toEqual([other]);
  });

  it('is replaced by what is given, and no other is', async () => {
    const changes = { variantId: 'blue', rolloutPercent: 0, updatedAt: SOME_MOMENT + 5 };
    await write(({ distributions }) => distributions.replaceAll([{ ...distribution, ...changes }]));
    expect(await of('rule')).toEqual([{ ...distribution, ...changes }]);
    expect(await of('next')).toEqual([other]);
  });

  it('is deleted, and no other is', async () => {
    await remove('default', 'share');
    expect(await of('rule')).toEqual([]);
    expect(await of('next')).toEqual([other]);
  });

  it.each([
    ['namespace', 'shop', 'share'],
    ['id', 'default', 'nothing'],
  ])('is not deleted by another %s', async (_, namespaceKey, id) => {
    await remove(namespaceKey, id);
    expect(await of('rule')).toEqual([distribution]);
  });
});
