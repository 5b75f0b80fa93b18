import { type Flag } from '@pennon/domain';
import { aFlag, aNamespace, aVariant, SOME_MOMENT, timesAfter } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';
import { type Stores } from '../unit-of-work';

const { write, read } = newDatabaseForEachTest();

async function find(key: string): ReturnType<Stores['flags']['find']> {
  return read(({ flags }) => flags.find('default', key));
}

describe('a flag', () => {
  it('is found as it was created', async () => {
    const metadata = { team: 'web', nested: { list: [1, null, 'x'] } };
    const flag = aFlag('checkout', { type: 'boolean', isEnabled: false, description: 'ü', metadata });
    await write(({ flags }) => flags.createAll([flag]));
    expect(await find('checkout')).toEqual({ ...flag, variants: [] });
  });

  it('is found with its variants in creation order', async () => {
    const [first, second] = [aVariant('checkout', 'b'), aVariant('checkout', 'a', timesAfter(1))];
    await write(async ({ flags, variants }) => {
      await flags.createAll([aFlag('checkout')]);
      await flags.createAll([aFlag('other')]);
      await variants.createAll([second]);
      await variants.createAll([first]);
      await variants.createAll([aVariant('other', 'c')]);
    });
    expect(await find('checkout')).toEqual({ ...aFlag('checkout'), variants: [first, second] });
  });

  it('is not found in another namespace or by another key', async () => {
    await write(({ flags }) => flags.createAll([aFlag('checkout')]));
    expect(await find('other')).toBeUndefined();
    expect(await read(({ flags }) => flags.find('shop', 'checkout'))).toBeUndefined();
    expect(await read(({ flags }) => flags.exists('shop', 'checkout'))).toBe(false);
    expect(await read(({ flags }) => flags.exists('default', 'checkout'))).toBe(true);
  });

  it('may have the key of a flag of another namespace', async () => {
    await write(async ({ namespaces, flags }) => {
      await namespaces.create(aNamespace('shop'));
      await flags.createAll([aFlag('checkout')]);
      await flags.createAll([aFlag('checkout', { namespaceKey: 'shop', name: 'Other' })]);
      await flags.replaceAll([aFlag('checkout', { name: 'New' })]);
    });
    expect(await find('checkout')).toMatchObject({ name: 'New' });
    expect(await read(({ flags }) => flags.find('shop', 'checkout'))).toMatchObject({ name: 'Other' });
  });

  it('has no metadata when it was created with an empty object', async () => {
    await write(({ flags }) => flags.createAll([aFlag('checkout', { metadata: {} })]));
    expect(await find('checkout')).toMatchObject({ metadata: undefined });
  });
});

describe('a flag that is replaced', () => {
  const flag = aFlag('checkout', { metadata: { team: 'web' }, defaultVariantId: 'blue' });

  async function replace(changes: Partial<Flag>): Promise<Flag> {
    const replaced = { ...flag, ...changes, updatedAt: SOME_MOMENT + 5 };
    await write(({ flags }) => flags.replaceAll([replaced]));
    return replaced;
  }

  beforeEach(async () => {
    await write(async ({ flags, variants }) => {
      await flags.createAll([flag]);
      await flags.createAll([aFlag('other', { metadata: { team: 'app' } })]);
      await variants.createAll([aVariant('checkout', 'blue')]);
    });
  });

  it('is what was given, and keeps its variants', async () => {
    const replaced = await replace({
      name: 'New',
      description: 'text',
      isEnabled: false,
      defaultVariantId: undefined,
      metadata: { team: 'shop' },
    });
    expect(await find('checkout')).toEqual({ ...replaced, variants: [aVariant('checkout', 'blue')] });
  });

  it('leaves other flags alone', async () => {
    await replace({ name: 'New', metadata: {} });
    expect(await find('other')).toEqual({ ...aFlag('other', { metadata: { team: 'app' } }), variants: [] });
  });

  it.each([[undefined], [{}]])('has no metadata when it is given %j', async (metadata) => {
    await replace({ metadata });
    expect(await find('checkout')).toMatchObject({ metadata: undefined, defaultVariantId: 'blue' });
  });
});

describe('a list of flags', () => {
  beforeEach(async () => {
    await write(async ({ namespaces, flags, variants }) => {
      await namespaces.create(aNamespace('shop'));
      for (const [index, key] of ['c', 'a', 'b'].entries())
        await flags.createAll([aFlag(key, timesAfter(index))]);
      await flags.createAll([aFlag('a', { namespaceKey: 'shop' })]);
      await variants.createAll([aVariant('a', 'a2', timesAfter(1))]);
      await variants.createAll([aVariant('a', 'a1')]);
      await variants.createAll([aVariant('b', 'b1')]);
      await variants.createAll([aVariant('a', 'elsewhere', { namespaceKey: 'shop' })]);
    });
  });

  it('is in creation order, each flag with its variants', async () => {
    const page = await read(({ flags }) => flags.list('default', { limit: 0, offset: 0 }));
    expect(page).toMatchObject({ totalCount: 3, next: undefined });
    expect(page.items.map(({ key, variants }) => [key, variants.map(({ id }) => id)])).toEqual([
      ['c', []],
      ['a', ['a1', 'a2']],
      ['b', ['b1']],
    ]);
  });

  it('is cut into pages, also then each flag with its variants', async () => {
    expect(await read(({ flags }) => flags.list('default', { limit: 1, offset: 1 }))).toMatchObject({
      items: [{ key: 'a', variants: [{ id: 'a1' }, { id: 'a2' }] }],
      totalCount: 3,
      next: { key: 'b', offset: 2 },
    });
  });

  it('is empty for a namespace that does not exist', async () => {
    const nothing = { items: [], totalCount: 0, next: undefined };
    expect(await read(({ flags }) => flags.list('nowhere', { limit: 0, offset: 0 }))).toEqual(nothing);
  });

  it('has the variants of each flag also when there are very many flags', async () => {
    const many = Array.from({ length: 600 }, (_, index) => `many-${index}`);
    await write(async ({ flags, variants }) => {
      for (const key of many) {
        await flags.createAll([aFlag(key, timesAfter(10))]);
        await variants.createAll([aVariant(key, `variant of ${key}`)]);
      }
    });
    const { items } = await read(({ flags }) => flags.list('default', { limit: 0, offset: 3 }));
    expect(items.map(({ key, variants }) => [key, variants.map(({ id }) => id)])).toEqual(
      many.toSorted().map((key) => [key, [`variant of ${key}`]]),
    );
  });
});

describe('many flags', () => {
  it('are deleted at once, with what is in them, and no others', async () => {
    const keys = Array.from({ length: 1200 }, (_, index) => `flag-${index}`);
    await write(async ({ namespaces, flags, variants }) => {
      await namespaces.create(aNamespace('shop'));
      await flags.createAll([...keys.map((key) => aFlag(key)), aFlag('other')]);
      await flags.createAll([aFlag('flag-0', { namespaceKey: 'shop' })]);
      await variants.createAll([aVariant('flag-7', 'red')]);
    });
    await write(({ flags }) => flags.deleteAll('default', [...keys, 'there is none']));
    const left = await read(async ({ flags }) => [
      await flags.exists('default', 'other'),
      await flags.exists('default', 'flag-1199'),
      await flags.exists('default', 'flag-7'),
      await flags.exists('shop', 'flag-0'),
    ]);
    expect(left).toEqual([true, false, false, true]);
    expect(await read(({ contents }) => contents.read('default'))).toMatchObject({ variants: [] });
  });

  it('are replaced at once, and no others', async () => {
    const keys = Array.from({ length: 1200 }, (_, index) => `flag-${index}`);
    await write(({ flags }) => flags.createAll([...keys, 'other'].map((key) => aFlag(key))));
    await write(({ flags }) => flags.replaceAll(keys.map((key) => aFlag(key, { name: 'New' }))));
    const { flags: stored } = await read(({ contents }) => contents.read('default'));
    expect(stored.filter(({ name }) => name === 'New')).toHaveLength(1200);
    expect(await find('other')).toEqual({ ...aFlag('other'), variants: [] });
  });

  it('that are none are deleted without ado', async () => {
    await write(({ flags }) => flags.deleteAll('default', []));
    expect(await find('checkout')).toBeUndefined();
  });
});
