import { SERVICE_ORIGIN, type SavedItem } from '@pennon/domain';
import { aNamespace, timesAfter } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

const item = {
  ...{ namespaceKey: 'shop', owner: SERVICE_ORIGIN, ...timesAfter(0) },
  content: { entityId: 'ana', context: { plan: 'pro' } },
};
const ana: SavedItem = { ...item, kind: 'sample_user', id: 'b', name: 'Ana' };
const zoe: SavedItem = { ...item, kind: 'sample_user', id: 'a', name: 'Zoe' };
const view: SavedItem = { ...item, id: 'c', name: 'Mine', kind: 'view', content: { query: 'owner=me' } };

beforeEach(async () => {
  await write(async ({ namespaces, savedItems }) => {
    await namespaces.create(aNamespace('shop'));
    for (const one of [view, zoe, ana]) await savedItems.put(one);
  });
});

it('lists items by kind and name, and replaces and deletes them', async () => {
  const list = async () => read(({ savedItems }) => savedItems.list('shop', undefined));
  expect(await list()).toEqual([ana, zoe, view]);
  expect(await read(({ savedItems }) => savedItems.list('shop', 'view'))).toEqual([view]);
  expect(await read(({ savedItems }) => savedItems.list('other', undefined))).toEqual([]);

  await write(async ({ namespaces, savedItems }) => {
    const before = await namespaces.find('shop');
    await savedItems.hold('shop');
    expect(await namespaces.find('shop')).toEqual(before);
    await savedItems.put({ ...ana, name: 'Ann' });
    await savedItems.delete(zoe);
    await savedItems.delete({ ...view, namespaceKey: 'other' });
  });
  expect(await list()).toEqual([{ ...ana, name: 'Ann' }, view]);
});

it('has no items of a namespace that was deleted', async () => {
  await write(({ namespaces }) => namespaces.delete({ key: 'shop' }));
  expect(await read(({ savedItems }) => savedItems.list('shop', undefined))).toEqual([]);
});
