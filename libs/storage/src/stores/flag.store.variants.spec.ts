import { aDistribution, aFlag, aRule, aSegment, aVariant, SOME_MOMENT } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';
import { type Stores } from '../unit-of-work';

const { write, read } = newDatabaseForEachTest();

const noChanges = { isEnabled: true, name: '', description: '', metadata: undefined };

beforeEach(async () => {
  await write(async ({ flags, variants }) => {
    await flags.create(aFlag('colour'));
    await flags.create(aFlag('other'));
    await variants.create(aVariant('colour', 'red'));
    await variants.create(aVariant('colour', 'blue'));
  });
});

async function find(id: string): ReturnType<Stores['variants']['find']> {
  return read(({ variants }) => variants.find('default', 'colour', id));
}

async function remove(flagKey: string, id: string): Promise<void> {
  await write(({ variants }) => variants.delete('default', flagKey, id));
}

describe('a variant', () => {
  it('is found as it was created, its attachment letter by letter', async () => {
    const variant = aVariant('colour', 'green', { name: 'Green', attachment: '{ "n": 1.0, "n": 1e2 }' });
    await write(({ variants }) => variants.create(variant));
    expect(await find('green')).toEqual(variant);
  });

  it('is found by its own flag only', async () => {
    expect(await read(({ variants }) => variants.find('default', 'other', 'red'))).toBeUndefined();
    expect(await read(({ variants }) => variants.find('shop', 'colour', 'red'))).toBeUndefined();
  });

  it('tells the flag that it belongs to', async () => {
    expect(await read(({ variants }) => variants.flagKeyOf('default', 'red'))).toBe('colour');
    expect(await read(({ variants }) => variants.flagKeyOf('shop', 'red'))).toBeUndefined();
    expect(await read(({ variants }) => variants.flagKeyOf('default', 'nothing'))).toBeUndefined();
  });

  it('takes its key within its flag, but not from itself', async () => {
    const isTaken = (flagKey: string, key: string, exceptId?: string): Promise<boolean> =>
      read(({ variants }) => variants.isKeyTaken('default', flagKey, key, exceptId));
    expect(await isTaken('colour', 'red')).toBe(true);
    expect(await isTaken('colour', 'red', 'blue')).toBe(true);
    expect(await isTaken('colour', 'red', 'red')).toBe(false);
    expect(await isTaken('colour', 'green')).toBe(false);
    expect(await isTaken('other', 'red')).toBe(false);
  });

  it('changes its key, name, description and attachment, and nothing else', async () => {
    const changes = { key: 'crimson', name: 'Crimson', description: 'text', attachment: '{}' };
    await write(({ variants }) => variants.update(aVariant('colour', 'red'), changes, SOME_MOMENT + 5));
    expect(await find('red')).toEqual(aVariant('colour', 'red', { ...changes, updatedAt: SOME_MOMENT + 5 }));
    expect(await find('blue')).toEqual(aVariant('colour', 'blue'));
  });
});

describe('deleting a variant', () => {
  it('leaves the others', async () => {
    await remove('colour', 'red');
    expect([await find('red'), await find('blue')]).toEqual([undefined, aVariant('colour', 'blue')]);
  });

  it('takes it from the flag whose default it was, and from no other', async () => {
    await write(async ({ flags, variants }) => {
      await variants.create(aVariant('other', 'other-red'));
      await flags.update('default', 'colour', { ...noChanges, defaultVariantId: 'red' }, SOME_MOMENT);
      await flags.update('default', 'other', { ...noChanges, defaultVariantId: 'other-red' }, SOME_MOMENT);
    });
    await remove('colour', 'red');
    const [colour, other] = await read(async ({ flags }) => [
      await flags.find('default', 'colour'),
      await flags.find('default', 'other'),
    ]);
    expect([colour?.defaultVariantId, other?.defaultVariantId]).toEqual([undefined, 'other-red']);
  });

  it('takes the distributions that point at it, and leaves the rule', async () => {
    await write(async ({ segments, rules, distributions }) => {
      await segments.create(aSegment('everyone'));
      await rules.create(aRule('colour', 'rule'));
      await distributions.create(aDistribution('rule', 'red'));
      await distributions.create(aDistribution('rule', 'blue'));
    });
    await remove('colour', 'red');
    expect(await read(({ rules }) => rules.find('default', 'rule'))).toMatchObject({
      distributions: [{ variantId: 'blue' }],
    });
  });

  it('of another flag does nothing, and leaves that flag’s default', async () => {
    await write(({ flags }) =>
      flags.update('default', 'colour', { ...noChanges, defaultVariantId: 'red' }, SOME_MOMENT),
    );
    await remove('other', 'red');
    expect(await find('red')).toEqual(aVariant('colour', 'red'));
    expect(await read(({ flags }) => flags.find('default', 'colour'))).toMatchObject({
      defaultVariantId: 'red',
    });
  });
});
