import { flipt, pennonChanges } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { call, expectRefused, revisionOf } = newWriterForEachTest();

const longestKey = 'k'.repeat(255);

async function keys(): Promise<readonly string[]> {
  const { namespaces } = await call(method.listNamespaces, {});
  return namespaces.map(({ key }) => key);
}

describe('creating a namespace', () => {
  it.each([
    ['invalid field key: must not be empty', {}],
    ['invalid field key: contains invalid characters', { key: 'a b' }],
    ['invalid field key: must not be longer than 255 characters', { key: `${longestKey}k` }],
    ['invalid field name: must not be empty', { key: 'shop' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.createNamespace, request), 'INVALID_ARGUMENT', message);
    expect(await keys()).toEqual(['default']);
  });

  it('takes the longest key there is', async () => {
    await call(method.createNamespace, { key: longestKey, name: 'Long' });
    expect(await keys()).toEqual(['default', longestKey]);
  });

  it('answers what it made, which is what getting it answers', async () => {
    const created = await call(method.createNamespace, { key: 'shop', name: 'Shop', description: 'd' });
    expect(created).toMatchObject({ key: 'shop', name: 'Shop', description: 'd', protected: false });
    expect(created.updatedAt).toEqual(created.createdAt);
    expect(await call(method.getNamespace, { key: 'shop' })).toEqual(created);
  });

  it('of a key that is taken is refused', async () => {
    const again = call(method.createNamespace, { key: 'default', name: 'Again' });
    await expectRefused(again, 'INVALID_ARGUMENT', 'namespace "default" is not unique');
  });
});

describe('getting a namespace', () => {
  it('by an empty key is getting the default one', async () => {
    expect(await call(method.getNamespace, {})).toMatchObject({ key: 'default', protected: true });
  });

  it('that does not exist is refused', async () => {
    await expectRefused(
      call(method.getNamespace, { key: 'shop' }),
      'NOT_FOUND',
      'namespace "shop" not found',
    );
  });
});

describe('updating a namespace', () => {
  it.each([
    ['invalid field key: must not be empty', { name: 'x' }],
    ['invalid field name: must not be empty', { key: 'default' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.updateNamespace, request), 'INVALID_ARGUMENT', message);
  });

  it('replaces the name and the description, which is empty when it is left out', async () => {
    await call(method.createNamespace, { key: 'shop', name: 'Shop', description: 'd' });
    const updated = await call(method.updateNamespace, { key: 'shop', name: 'New' });
    expect(updated).toMatchObject({ key: 'shop', name: 'New', description: '' });
    expect(await call(method.getNamespace, { key: 'shop' })).toEqual(updated);
  });

  it('may be done to the default one, which stays protected', async () => {
    const updated = await call(method.updateNamespace, { key: 'default', name: 'Ours' });
    expect(updated).toMatchObject({ key: 'default', name: 'Ours', protected: true });
  });
});

describe('deleting a namespace', () => {
  it.each([false, true])('is never done to the default one, with force %s', async (force) => {
    const refused = call(method.deleteNamespace, { key: 'default', force });
    await expectRefused(refused, 'INVALID_ARGUMENT', 'namespace "default" is protected');
    expect(await keys()).toEqual(['default']);
    expect(await revisionOf('default')).toBe(0);
  });

  it('that does not exist is refused, also with force', async () => {
    const refused = call(method.deleteNamespace, { key: 'shop', force: true });
    await expectRefused(refused, 'NOT_FOUND', 'namespace "shop" not found');
  });

  it('with flags is refused without force, and takes them with it', async () => {
    await call(method.createNamespace, { key: 'shop', name: 'Shop' });
    await call(method.createFlag, { namespaceKey: 'shop', key: 'checkout', name: 'Checkout' });
    await expectRefused(
      call(method.deleteNamespace, { key: 'shop' }),
      'INVALID_ARGUMENT',
      'namespace "shop" cannot be deleted; flags must be deleted first',
    );
    await call(method.deleteNamespace, { key: 'shop', force: true });
    expect(await keys()).toEqual(['default']);
    expect(await call(method.listFlags, { namespaceKey: 'shop' })).toMatchObject({
      flags: [],
      totalCount: 0,
    });
  });

  it('is not kept from by segments, which go with it', async () => {
    await call(method.createNamespace, { key: 'shop', name: 'Shop' });
    await call(method.createSegment, { namespaceKey: 'shop', key: 'dutch', name: 'Dutch' });
    await call(method.deleteNamespace, { key: 'shop' });
    await call(method.createNamespace, { key: 'shop', name: 'Shop' });
    expect(await call(method.listSegments, { namespaceKey: 'shop' })).toMatchObject({ totalCount: 0 });
  });

  it('does not let a later one of the same key repeat a revision', async () => {
    await call(method.createNamespace, { key: 'shop', name: 'Shop' });
    await call(method.createFlag, { namespaceKey: 'shop', key: 'checkout', name: 'Checkout' });
    const before = (await revisionOf('shop')) ?? Number.NaN;
    await call(method.deleteNamespace, { key: 'shop', force: true });
    await call(method.createNamespace, { key: 'shop', name: 'Shop' });
    expect(await revisionOf('shop')).toBeGreaterThan(before);
  });
});

describe('listing namespaces', () => {
  beforeEach(async () => {
    for (const key of ['b', 'a', 'c']) await call(method.createNamespace, { key, name: key });
  });

  it('is in creation order', async () => {
    expect(await keys()).toEqual(['default', 'b', 'a', 'c']);
  });

  it('leads from page to page', async () => {
    const first = await call(method.listNamespaces, { limit: 3 });
    const second = await call(method.listNamespaces, { limit: 3, pageToken: first.nextPageToken });
    expect([first.namespaces.length, first.totalCount]).toEqual([3, 4]);
    expect(second).toMatchObject({ namespaces: [{ key: 'c' }], nextPageToken: '', totalCount: 4 });
  });

  it('may start anywhere without a limit', async () => {
    const fromThird = { offset: 2 };
    expect(await call(method.listNamespaces, fromThird)).toMatchObject({
      namespaces: [{ key: 'a' }, { key: 'c' }],
      totalCount: 4,
    });
  });

  it.each([
    ['invalid field limit: must not be negative', { limit: -1 }],
    ['invalid field offset: must not be negative', { limit: 1, offset: -1 }],
    ['pageToken is not valid: "Hello World"', { pageToken: 'Hello World' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.listNamespaces, request), 'INVALID_ARGUMENT', message);
  });
});

describe('deleting a namespace that changes wait for', () => {
  const changes = pennonChanges.ChangeService.method;
  const namespaceKey = 'shop';
  const at = (year: number) => ({ at: { seconds: BigInt(Date.UTC(year, 0) / 1000) } });
  const document = { document: JSON.stringify({ flags: [{ key: 'sale', name: 'Sale' }] }) };

  beforeEach(async () => {
    await call(method.createNamespace, { key: namespaceKey, name: 'Shop' });
  });

  it('cancels changes and series, and takes the review policy away', async () => {
    const source = { case: 'document', value: document } as const;
    await call(changes.createChange, { namespaceKey, source, when: at(2090) });
    const steps = [2091, 2092].map((year) => ({ ...at(year), document }));
    await call(changes.createChange, { namespaceKey, when: { steps } });
    const policy = { requiredApprovals: 1, restrictDirectWrites: false };
    await call(changes.updatePolicy, { namespaceKey, policy });
    await call(method.deleteNamespace, { key: namespaceKey });
    await call(method.createNamespace, { key: namespaceKey, name: 'Shop' });
    const { changes: listed } = await call(changes.listChanges, { namespaceKey });
    const cancelled = { state: pennonChanges.Change_State.CANCELLED, reason: 'the namespace was deleted' };
    expect(listed).toMatchObject([cancelled, cancelled, cancelled]);
    expect(await call(changes.listSeries, { namespaceKey })).toMatchObject({
      series: [{ state: pennonChanges.Series_State.CANCELLED, reason: 'the namespace was deleted' }],
    });
    expect(await call(changes.getPolicy, { namespaceKey })).toMatchObject({ requiredApprovals: 0 });
  });

  it('is held to the policy that would go with it', async () => {
    const policy = { requiredApprovals: 1, restrictDirectWrites: true };
    await call(changes.updatePolicy, { namespaceKey, policy });
    const refused = call(method.deleteNamespace, { key: namespaceKey });
    await expect(refused).rejects.toThrow('changes of namespace "shop" need an approval');
    expect(await call(changes.getPolicy, { namespaceKey })).toMatchObject({ requiredApprovals: 1 });
  });
});
