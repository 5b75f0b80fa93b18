import { flipt } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { call, expectRefused, revisionOf } = newWriterForEachTest();

const longestKey = 'k'.repeat(255);

async function createFlag(key: string): Promise<flipt.Flag> {
  return call(method.createFlag, { key, name: `Name of ${key}` });
}

async function createVariant(flagKey: string, key: string): Promise<flipt.Variant> {
  return call(method.createVariant, { flagKey, key });
}

async function getFlag(key: string): Promise<flipt.Flag> {
  return call(method.getFlag, { key });
}

describe('creating a flag', () => {
  it.each([
    ['invalid field key: must not be empty', {}],
    ['invalid field key: contains invalid characters', { key: 'a.b' }],
    ['invalid field key: must not be longer than 255 characters', { key: `${longestKey}k` }],
    ['invalid field name: must not be empty', { key: 'checkout' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.createFlag, request), 'INVALID_ARGUMENT', message);
    expect(await revisionOf('default')).toBe(0);
  });

  it('takes the longest key there is', async () => {
    await createFlag(longestKey);
    expect(await getFlag(longestKey)).toMatchObject({ key: longestKey });
  });

  it('in a namespace that does not exist is refused', async () => {
    const refused = call(method.createFlag, { namespaceKey: 'shop', key: 'checkout', name: 'Checkout' });
    await expectRefused(refused, 'NOT_FOUND', 'namespace "shop" not found');
  });

  it('answers what getting the flag answers', async () => {
    const created = await call(method.createFlag, {
      key: 'checkout',
      name: 'Checkout',
      description: 'd',
      enabled: true,
      type: flipt.FlagType.BOOLEAN_FLAG_TYPE,
      metadata: { team: 'web' },
    });
    expect(created).toMatchObject({ namespaceKey: 'default', variants: [], enabled: true });
    expect(created.updatedAt).toEqual(created.createdAt);
    expect(await getFlag('checkout')).toEqual(created);
  });
});

describe('metadata', () => {
  async function listed(): Promise<unknown> {
    const { flags } = await call(method.listFlags, {});
    return flags[0]?.metadata;
  }

  it('that was left out is out of the answers, but empty in lists', async () => {
    const created = await createFlag('checkout');
    expect(created.metadata).toBeUndefined();
    expect((await getFlag('checkout')).metadata).toBeUndefined();
    expect(await listed()).toEqual({});
  });

  it('that was given empty is echoed once', async () => {
    const created = await call(method.createFlag, { key: 'checkout', name: 'Checkout', metadata: {} });
    expect(created.metadata).toEqual({});
    expect((await getFlag('checkout')).metadata).toBeUndefined();
    expect(await listed()).toEqual({});
  });

  it.each([Number.NaN, Infinity])('with the number %p is refused, and nothing is changed', async (value) => {
    await createFlag('checkout');
    const revision = await revisionOf('default');
    const flag = { name: 'Other', metadata: { limits: [1, value] } };
    const message = 'invalid field metadata.limits[1]: must be a number within the range of a 64-bit float';
    await expectRefused(call(method.createFlag, { ...flag, key: 'new' }), 'INVALID_ARGUMENT', message);
    await expectRefused(call(method.updateFlag, { ...flag, key: 'checkout' }), 'INVALID_ARGUMENT', message);
    expect(await revisionOf('default')).toBe(revision);
    expect(await listed()).toEqual({});
  });

  it('is replaced whole, left alone when absent, and cleared by an empty object', async () => {
    const flag = { key: 'checkout', name: 'Checkout' };
    await call(method.createFlag, { ...flag, metadata: { team: 'web', prio: 3 } });
    const replaced = await call(method.updateFlag, { ...flag, metadata: { team: 'app' } });
    const kept = await call(method.updateFlag, flag);
    const cleared = await call(method.updateFlag, { ...flag, metadata: {} });
    const seen = [replaced, kept, cleared].map(({ metadata }) => metadata);
    expect(seen).toEqual([{ team: 'app' }, { team: 'app' }, undefined]);
  });

  it('has its keys in the order of their bytes', async () => {
    const metadata = { b: 1, B: 2, 'a.b': 3, a: { z: 1, y: 2 } };
    await call(method.createFlag, { key: 'checkout', name: 'Checkout', metadata });
    expect(JSON.stringify((await getFlag('checkout')).metadata)).toBe(
      '{"B":2,"a":{"y":2,"z":1},"a.b":3,"b":1}',
    );
  });
});

describe('getting and deleting a flag', () => {
  it('wants a key', async () => {
    const message = 'invalid field key: must not be empty';
    await expectRefused(call(method.getFlag, {}), 'INVALID_ARGUMENT', message);
    await expectRefused(call(method.deleteFlag, {}), 'INVALID_ARGUMENT', message);
  });

  it('knows nothing of flags of other namespaces', async () => {
    await createFlag('checkout');
    await call(method.createNamespace, { key: 'shop', name: 'Shop' });
    const elsewhere = { namespaceKey: 'shop', key: 'checkout' };
    await expectRefused(call(method.getFlag, elsewhere), 'NOT_FOUND', 'flag "shop/checkout" not found');
    await call(method.deleteFlag, elsewhere);
    expect(await getFlag('checkout')).toMatchObject({ key: 'checkout' });
  });
});

describe('updating a flag', () => {
  it.each([
    ['invalid field key: must not be empty', { name: 'x' }],
    ['invalid field name: must not be empty', { key: 'checkout' }],
  ])('is refused with: %s', async (message, request) => {
    await createFlag('checkout');
    await expectRefused(call(method.updateFlag, request), 'INVALID_ARGUMENT', message);
  });

  it('replaces what is left out by nothing, but not the type', async () => {
    const type = flipt.FlagType.BOOLEAN_FLAG_TYPE;
    await call(method.createFlag, { key: 'checkout', name: 'C', description: 'd', enabled: true, type });
    const updated = await call(method.updateFlag, { key: 'checkout', name: 'New' });
    expect(updated).toMatchObject({ name: 'New', description: '', enabled: false, type });
    expect(await getFlag('checkout')).toEqual(updated);
  });

  it('sets the default variant, shown whole, and clears it when it is left out', async () => {
    await createFlag('checkout');
    const blue = await createVariant('checkout', 'blue');
    const changes = { key: 'checkout', name: 'Checkout' };
    const set = await call(method.updateFlag, { ...changes, defaultVariantId: blue.id });
    expect(set.defaultVariant).toEqual(blue);
    const cleared = await call(method.updateFlag, changes);
    expect(cleared.defaultVariant).toBeUndefined();
  });

  it('refuses the variant of another flag as default, and changes nothing', async () => {
    await createFlag('checkout');
    await createFlag('other');
    const { id } = await createVariant('other', 'blue');
    await expectRefused(
      call(method.updateFlag, { key: 'checkout', name: 'New', defaultVariantId: id }),
      'INVALID_ARGUMENT',
      `variant "${id}" not found for flag "default/checkout"`,
    );
    expect(await getFlag('checkout')).toMatchObject({ name: 'Name of checkout' });
  });

  it('that does not exist is refused, first by the default variant', async () => {
    const request = { key: 'nothing', name: 'New' };
    await expectRefused(call(method.updateFlag, request), 'NOT_FOUND', 'flag "default/nothing" not found');
    await expectRefused(
      call(method.updateFlag, { ...request, defaultVariantId: 'x' }),
      'INVALID_ARGUMENT',
      'variant "x" not found for flag "default/nothing"',
    );
  });
});

describe('listing flags', () => {
  it.each([
    ['limit must be set when offset or pageToken is set', { offset: 1 }],
    ['limit must be set when offset or pageToken is set', { pageToken: 'garbage' }],
    ['invalid field limit: must not be negative', { limit: -1 }],
    ['invalid field offset: must not be negative', { limit: 1, offset: -1 }],
    ['pageToken is not valid: "Hello World"', { limit: 10, pageToken: 'Hello World' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.listFlags, request), 'INVALID_ARGUMENT', message);
  });

  it('shows attachments as they were given, where a single flag shows them compact', async () => {
    await createFlag('checkout');
    const attachment = '{ "n": 1.0, "n": 1e2 }';
    const created = await call(method.createVariant, { flagKey: 'checkout', key: 'blue', attachment });
    const { flags } = await call(method.listFlags, {});
    const flag = await getFlag('checkout');
    expect(created.attachment).toBe('{"n":1.0,"n":1e2}');
    expect(flag.variants[0]?.attachment).toBe('{"n":1.0,"n":1e2}');
    expect(flags[0]?.variants[0]?.attachment).toBe(attachment);
  });
});
