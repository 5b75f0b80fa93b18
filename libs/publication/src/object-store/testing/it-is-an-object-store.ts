import { TooLargeError } from '@pennon/domain';
import { type ObjectStore, type ObjectContents } from '../object-store';

const json = { contentType: 'application/json' };
const anySize = { maxBytes: 1024 * 1024 };

/**
 * What every store of objects has to do.
 *
 * @param open Opens an empty store, new for each test.
 * @param fill Has objects of some contents be in the store that was opened last, in a faster way than by putting each.
 */
export function itIsAnObjectStore(
  open: () => ObjectStore,
  fill: (keys: readonly string[]) => Promise<void>,
): void {
  let store: ObjectStore;

  beforeEach(() => {
    store = open();
  });

  afterEach(() => {
    store.close();
  });

  /** The object, which is there and not known. */
  async function contents(key: string, unlessEtag?: string): Promise<ObjectContents> {
    const found = await store.get(key, { ...anySize, unlessEtag });
    if (found === undefined || found === 'unchanged') throw new Error(`${key} is ${found ?? 'missing'}`);
    return found;
  }

  it('gives back what was put, and says how large it is and when it was put', async () => {
    const before = Date.now();
    expect(await store.put('a.json', Buffer.from('{"é":1}'), json)).toBe('written');
    const found = await contents('a.json');
    expect(found.body.toString()).toBe('{"é":1}');
    expect(found).toMatchObject({ key: 'a.json', size: 8 });
    expect(found.etag).toMatch(/^".+"$/);
    // Times of change may be whole seconds.
    expect(found.modifiedAt.getTime()).toBeGreaterThan(before - 1000);
  });

  it('has no object that was never put, and can do without one that is to be deleted', async () => {
    expect(await store.get('nothing', anySize)).toBeUndefined();
    await store.delete(['nothing']);
    await store.delete([]);
    expect(await store.list('', { maxObjects: 1 })).toEqual([]);
  });

  it('replaces an object that is there, whose etag is then another one', async () => {
    await store.put('a', Buffer.from('1'), json);
    const { etag } = await contents('a');
    await store.put('a', Buffer.from('2'), json);
    const after = await contents('a');
    expect([after.body.toString(), after.etag === etag]).toEqual(['2', false]);
  });

  it('says that an object is unchanged to whoever knows its etag, and to nobody else', async () => {
    await store.put('a', Buffer.from('1'), json);
    const { etag } = await contents('a');
    expect(await store.get('a', { ...anySize, unlessEtag: etag })).toBe('unchanged');
    await store.put('a', Buffer.from('2'), json);
    expect((await contents('a', etag)).body.toString()).toBe('2');
    expect((await contents('a', '"something else"')).body.toString()).toBe('2');
  });

  it('writes only where there is nothing, if told so', async () => {
    expect(await store.put('a', Buffer.from('1'), { ...json, ifNoneMatch: '*' })).toBe('written');
    expect(await store.put('a', Buffer.from('2'), { ...json, ifNoneMatch: '*' })).toBe('exists');
    expect((await contents('a')).body.toString()).toBe('1');
  });

  it('replaces only what is as it was, if told so', async () => {
    await store.put('a', Buffer.from('1'), json);
    const { etag } = await contents('a');
    expect(await store.put('a', Buffer.from('2'), { ...json, ifMatch: etag })).toBe('written');
    expect(await store.put('a', Buffer.from('3'), { ...json, ifMatch: etag })).toBe('changed');
    expect((await contents('a')).body.toString()).toBe('2');
    await store.delete(['a']);
    expect(await store.put('a', Buffer.from('4'), { ...json, ifMatch: etag })).toBe('changed');
  });

  it('keeps empty objects, and keys of all kinds', async () => {
    const keys = ['.flipt.yml', 'a b+c&d%20.json', 'deep/er/est', 'größe/ß.yml', '42'];
    for (const key of keys) await store.put(key, Buffer.alloc(0), json);
    expect((await store.list('', { maxObjects: 10 })).map(({ key }) => key)).toEqual([
      '.flipt.yml',
      '42',
      'a b+c&d%20.json',
      'deep/er/est',
      'größe/ß.yml',
    ]);
    for (const key of keys) expect((await contents(key)).size).toBe(0);
    await store.delete(keys);
    expect(await store.list('', { maxObjects: 10 })).toEqual([]);
  });

  it('reads no more than it is allowed to, to the byte', async () => {
    await store.put('a', Buffer.alloc(1000, 'x'), json);
    expect(await store.get('a', { maxBytes: 1000 })).toMatchObject({ size: 1000 });
    const refused = store.get('a', { maxBytes: 999 });
    await expect(refused).rejects.toThrow(TooLargeError);
    await expect(refused).rejects.toThrow(/a is larger than the 999 bytes that are read$/);
    expect(await store.get('a', { maxBytes: 1000 })).toMatchObject({ size: 1000 });
  });

  it('lists what begins with a prefix, sorted, with etags and sizes', async () => {
    for (const key of ['b/2', 'b/10', 'b', 'bc', 'a/1']) await store.put(key, Buffer.from(key), json);
    const listed = await store.list('b/', { maxObjects: 2 });
    const etags = [(await contents('b/10')).etag, (await contents('b/2')).etag];
    expect(listed.map(({ key, size, etag }) => [key, size, etag])).toEqual([
      ['b/10', 4, etags[0]],
      ['b/2', 3, etags[1]],
    ]);
    expect(listed[0]?.modifiedAt).toEqual((await contents('b/10')).modifiedAt);
    expect((await store.list('b', { maxObjects: 4 })).map(({ key }) => key)).toEqual([
      'b',
      'b/10',
      'b/2',
      'bc',
    ]);
  });

  it('refuses a list that is longer than allowed', async () => {
    for (const key of ['a', 'b', 'c']) await store.put(key, Buffer.from(key), json);
    await expect(store.list('', { maxObjects: 2 })).rejects.toThrow(TooLargeError);
    expect(await store.list('', { maxObjects: 3 })).toHaveLength(3);
  });

  it('lists and deletes more objects than fit in one request', async () => {
    const keys = Array.from({ length: 2001 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
    await fill(keys);
    expect((await store.list('many/', { maxObjects: 2001 })).map(({ key }) => key)).toEqual(keys);
    await expect(store.list('many/', { maxObjects: 2000 })).rejects.toThrow(TooLargeError);
    await store.delete(keys.slice(1));
    expect((await store.list('', { maxObjects: 10 })).map(({ key }) => key)).toEqual(['many/0000']);
  });

  it('stops reading when the caller has had enough, and throws the reason', async () => {
    await store.put('a', Buffer.from('1'), json);
    const reason = new Error('enough');
    await expect(store.get('a', { ...anySize, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const reading = store.get('a', { ...anySize, signal: controller.signal });
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });
}
