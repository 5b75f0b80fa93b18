import { FailedPreconditionError, type Variant } from '@pennon/domain';
import { aDistribution, aFlag, aNamespace, aRule, aSegment, aVariant, SOME_MOMENT } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

beforeEach(async () => {
  await write(async ({ flags, variants, segments, rules, distributions }) => {
    await flags.createAll([aFlag('colour', { defaultVariantId: 'red' }), aFlag('other')]);
    await variants.createAll([aVariant('colour', 'red'), aVariant('colour', 'blue')]);
    await segments.createAll([aSegment('everyone')]);
    await rules.createAll([aRule('colour', 'rule'), aRule('other', 'other-rule')]);
    await distributions.createAll([aDistribution('rule', 'red'), aDistribution('rule', 'blue')]);
  });
});

/** The variants of the namespace, in creation order and by id. */
async function stored(namespaceKey = 'default'): Promise<readonly Variant[]> {
  return (await read(({ contents }) => contents.read(namespaceKey))).variants;
}

async function replace(...variants: Variant[]): Promise<void> {
  await write((stores) => stores.variants.replaceAll(variants));
}

async function remove(...variants: Variant[]): Promise<void> {
  await write((stores) => stores.variants.deleteAll(variants));
}

const red = aVariant('colour', 'red');
const blue = aVariant('colour', 'blue');

describe('a variant', () => {
  it('is read as it was created, its attachment letter by letter', async () => {
    const variant = aVariant('colour', 'green', { name: 'Green', attachment: '{ "n": 1.0, "n": 1e2 }' });
    await write(({ variants }) => variants.createAll([variant]));
    expect(await stored()).toContainEqual(variant);
  });

  it('is read in its own namespace and with its own flag only', async () => {
    expect(await stored('shop')).toEqual([]);
    expect(await read(({ flags }) => flags.find('default', 'other'))).toMatchObject({ variants: [] });
  });

  it('tells the flag that it belongs to', async () => {
    expect(await read(({ variants }) => variants.flagKeyOf('default', 'red'))).toBe('colour');
    expect(await read(({ variants }) => variants.flagKeyOf('shop', 'red'))).toBeUndefined();
    expect(await read(({ variants }) => variants.flagKeyOf('default', 'nothing'))).toBeUndefined();
  });

  it('is replaced by what is given, and keeps its distributions', async () => {
    const changes = { key: 'crimson', name: 'Crimson', description: 'text', attachment: '{}' };
    const crimson = aVariant('colour', 'red', { ...changes, updatedAt: SOME_MOMENT + 5 });
    await replace(crimson);
    expect(await stored()).toEqual([blue, crimson]);
    expect(await read(({ rules }) => rules.find('default', 'rule'))).toMatchObject({
      distributions: [{ variantId: 'blue' }, { variantId: 'red' }],
    });
  });

  it('cannot take the key of another variant of its flag', async () => {
    await expect(replace({ ...red, key: 'blue' })).rejects.toThrow(/unique|duplicate/i);
    expect(await stored()).toEqual([blue, red]);
  });
});

describe('deleting variants', () => {
  it('leaves the others, and variants of other namespaces', async () => {
    const elsewhere = aVariant('colour', 'red of shop', { namespaceKey: 'shop', key: 'red' });
    await write(async ({ namespaces, flags, variants }) => {
      await namespaces.create(aNamespace('shop'));
      await flags.createAll([aFlag('colour', { namespaceKey: 'shop' })]);
      await variants.createAll([elsewhere]);
    });
    await remove(red);
    expect(await stored()).toEqual([blue]);
    expect(await stored('shop')).toEqual([elsewhere]);
  });

  it('deletes the distributions that point at them, and leaves the rule', async () => {
    await remove(red);
    expect(await read(({ rules }) => rules.find('default', 'rule'))).toMatchObject({
      distributions: [{ variantId: 'blue' }],
    });
  });

  it('deletes very many at once', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => aVariant('other', `variant-${index}`));
    await write(({ variants }) => variants.createAll(many));
    await remove(...many);
    expect(await stored()).toEqual([blue, red]);
  });
});

describe('a variant to which another flag distributes', () => {
  const refusal =
    'variant "red" of flag "colour" cannot be changed or deleted, because flag "other" distributes to it; ' +
    'run "pennon repair" to give that flag a variant of its own';

  beforeEach(async () => {
    await write(({ distributions }) => distributions.createAll([aDistribution('other-rule', 'red')]));
  });

  it.each([
    ['replaced', () => replace(blue, { ...red, name: 'New' })],
    ['deleted', () => remove(blue, red)],
    ['deleted with its flag', () => write(({ flags }) => flags.deleteAll('default', ['colour']))],
  ])('cannot be %s', async (_, act) => {
    const refused = act();
    await expect(refused).rejects.toThrow(FailedPreconditionError);
    await expect(refused).rejects.toThrow(refusal);
    expect(await stored()).toEqual([blue, red]);
  });

  it('leaves the other variants of its flag free to be replaced and deleted', async () => {
    await replace({ ...blue, name: 'New' });
    expect(await stored()).toEqual([{ ...blue, name: 'New' }, red]);
    await remove(blue);
    expect(await stored()).toEqual([red]);
  });

  it('is deleted together with both flags', async () => {
    await write(({ flags }) => flags.deleteAll('default', ['colour', 'other']));
    expect(await stored()).toEqual([]);
  });

  it('can be replaced after the other flag has stopped distributing to it', async () => {
    await write(({ rules }) => rules.deleteAll([{ namespaceKey: 'default', id: 'other-rule' }]));
    await replace({ ...red, name: 'New' });
    expect(await stored()).toEqual([blue, { ...red, name: 'New' }]);
  });
});
