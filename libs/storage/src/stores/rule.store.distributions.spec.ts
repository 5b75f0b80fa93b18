import { type Distribution } from '@pennon/domain';
import { aDistribution, aFlag, aRule, aSegment, aVariant, SOME_MOMENT } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

const distribution = aDistribution('rule', 'red', { id: 'share', rolloutPercent: 33.33 });

beforeEach(async () => {
  await write(async ({ flags, segments, variants, rules, distributions }) => {
    await flags.create(aFlag('colour'));
    await segments.create(aSegment('everyone'));
    await variants.create(aVariant('colour', 'red'));
    await variants.create(aVariant('colour', 'blue'));
    await rules.create(aRule('colour', 'rule'));
    await rules.create(aRule('colour', 'next'));
    await distributions.create(distribution);
  });
});

async function find(ruleId: string, id: string): Promise<Distribution | undefined> {
  return read(({ distributions }) => distributions.find(ruleId, id));
}

describe('a distribution', () => {
  it('is found as it was created, its percent to the last digit', async () => {
    expect(await find('rule', 'share')).toEqual(distribution);
  });

  it('is found by its own rule only', async () => {
    expect(await find('next', 'share')).toBeUndefined();
    expect(await find('rule', 'nothing')).toBeUndefined();
  });

  it('changes its variant and percent, and nothing else', async () => {
    const changes = { variantId: 'blue', rolloutPercent: 0 };
    await write(({ distributions }) => distributions.update('share', changes, SOME_MOMENT + 5));
    expect(await find('rule', 'share')).toEqual({ ...distribution, ...changes, updatedAt: SOME_MOMENT + 5 });
  });

  it.each([
    ['namespace', ['shop', 'rule', 'red', 'share']],
    ['rule', ['default', 'next', 'red', 'share']],
    ['variant', ['default', 'rule', 'blue', 'share']],
    ['id', ['default', 'rule', 'red', 'nothing']],
  ] as const)('is not deleted by another %s', async (_, [namespaceKey, ruleId, variantId, id]) => {
    await write(({ distributions }) => distributions.delete(namespaceKey, ruleId, variantId, id));
    expect(await find('rule', 'share')).toBeDefined();
  });

  it('is deleted by all its names', async () => {
    await write(({ distributions }) => distributions.delete('default', 'rule', 'red', 'share'));
    expect(await find('rule', 'share')).toBeUndefined();
  });
});
