import { aFlag, aNamespace, aSegment, SOME_MOMENT, timesAfter } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

async function create(key: string, microseconds = 0): Promise<void> {
  await write(({ namespaces }) => namespaces.create(aNamespace(key, timesAfter(microseconds))));
}

async function revisionOf(key: string): Promise<number | undefined> {
  const namespace = await read(({ namespaces }) => namespaces.find(key));
  return namespace?.revision;
}

async function remove(key: string): Promise<void> {
  await write(async ({ namespaces }) => {
    const namespace = await namespaces.find(key);
    if (namespace !== undefined) await namespaces.delete(namespace);
  });
}

describe('a namespace', () => {
  it('is found as it was created, at revision 1', async () => {
    const shop = aNamespace('shop', { description: 'what we sell', isProtected: true });
    await write(({ namespaces }) => namespaces.create(shop));
    expect(await read(({ namespaces }) => namespaces.find('shop'))).toEqual({ ...shop, revision: 1 });
    expect(await read(({ namespaces }) => namespaces.exists('shop'))).toBe(true);
  });

  it('is not found when there is none of that key', async () => {
    expect(await read(({ namespaces }) => namespaces.find('shop'))).toBeUndefined();
    expect(await read(({ namespaces }) => namespaces.exists('shop'))).toBe(false);
  });

  it('changes its name and description, and nothing else', async () => {
    await create('shop');
    await create('other');
    await write(({ namespaces }) => namespaces.update('shop', 'New', 'text', SOME_MOMENT + 5));
    const found = await read(({ namespaces }) => namespaces.find('shop'));
    const changes = { name: 'New', description: 'text', updatedAt: SOME_MOMENT + 5 };
    expect(found).toEqual({ ...aNamespace('shop'), ...changes, revision: 1 });
    expect(await read(({ namespaces }) => namespaces.find('other'))).toMatchObject(aNamespace('other'));
  });

  it('has flags or not', async () => {
    await create('shop');
    await write(({ segments }) => segments.createAll([aSegment('everyone', { namespaceKey: 'shop' })]));
    expect(await read(({ namespaces }) => namespaces.hasFlags('shop'))).toBe(false);
    await write(({ flags }) => flags.createAll([aFlag('checkout', { namespaceKey: 'shop' })]));
    expect(await read(({ namespaces }) => namespaces.hasFlags('shop'))).toBe(true);
  });
});

describe('the revision of a namespace', () => {
  it('is raised by one, and that of others is not', async () => {
    await create('shop');
    await write(({ namespaces }) => namespaces.raiseRevision('shop'));
    expect([await revisionOf('shop'), await revisionOf('default')]).toEqual([2, 0]);
  });

  it('of a namespace that does not exist is nothing to raise', async () => {
    await write(({ namespaces }) => namespaces.raiseRevision('shop'));
    expect(await revisionOf('shop')).toBeUndefined();
  });

  it('goes on when a deleted key is created again, however often', async () => {
    const seen: (number | undefined)[] = [];
    for (let round = 0; round < 3; round++) {
      await create('shop');
      seen.push(await revisionOf('shop'));
      await write(({ namespaces }) => namespaces.raiseRevision('shop'));
      seen.push(await revisionOf('shop'));
      await remove('shop');
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('of another key is not carried on', async () => {
    await create('shop');
    await remove('shop');
    await create('other');
    expect(await revisionOf('other')).toBe(1);
  });
});

describe('a list of namespaces', () => {
  beforeEach(async () => {
    for (const [index, key] of ['c', 'a', 'b'].entries()) await create(key, index);
    await write(({ namespaces }) => namespaces.update('default', 'Default', '', SOME_MOMENT));
  });

  async function keys(limit: number, offset: number): Promise<readonly string[]> {
    const { items } = await read(({ namespaces }) => namespaces.list({ limit, offset }));
    return items.map(({ key }) => key);
  }

  it('is in creation order', async () => {
    expect(await keys(0, 0)).toEqual(['c', 'a', 'b', 'default']);
    const all = await read(({ namespaces }) => namespaces.all());
    expect(all.map(({ key }) => key)).toEqual(['c', 'a', 'b', 'default']);
  });

  it('is cut into pages', async () => {
    expect(await read(({ namespaces }) => namespaces.list({ limit: 3, offset: 0 }))).toMatchObject({
      items: [{ key: 'c' }, { key: 'a' }, { key: 'b' }],
      totalCount: 4,
      next: { key: 'default', offset: 3 },
    });
    expect(await read(({ namespaces }) => namespaces.list({ limit: 3, offset: 3 }))).toMatchObject({
      items: [{ key: 'default' }],
      totalCount: 4,
      next: undefined,
    });
  });

  it('may start anywhere without a limit', async () => {
    expect(await keys(0, 2)).toEqual(['b', 'default']);
  });

  it('is empty beyond its end, and still counts all', async () => {
    expect(await read(({ namespaces }) => namespaces.list({ limit: 2, offset: 9 }))).toEqual({
      items: [],
      totalCount: 4,
      next: undefined,
    });
  });

  it('may be of some keys alone, and is then paged and counted as if there were no others', async () => {
    const visible = new Set(['c', 'default', 'absent']);
    expect(await read(({ namespaces }) => namespaces.list({ limit: 1, offset: 0 }, visible))).toMatchObject({
      items: [{ key: 'c' }],
      totalCount: 2,
      next: { key: 'default', offset: 1 },
    });
    expect(await read(({ namespaces }) => namespaces.list({ limit: 0, offset: 0 }, new Set()))).toEqual({
      items: [],
      totalCount: 0,
      next: undefined,
    });
  });
});
