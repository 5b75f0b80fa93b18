import { ReadOnlyError, UnavailableError } from '@pennon/domain';
import { type PublishedToken } from '@pennon/publication';
import { anAuthentication } from '@pennon/testing';
import { PublishedTokenStore } from './published-token-store';

const [ann, bob] = [published('ann'), published('bob')];

function published(id: string): PublishedToken {
  return { tokenHash: `hash-${id}`, authentication: anAuthentication(id) };
}

function storeOf(graceMs = 60_000): PublishedTokenStore {
  const store = new PublishedTokenStore(graceMs);
  store.take([ann, bob]);
  store.confirm(performance.now());
  return store;
}

describe('published tokens', () => {
  it('are found by their hashes and ids, and listed', async () => {
    const store = storeOf();
    expect(await store.findByHash('hash-ann')).toEqual(ann.authentication);
    expect(await store.findByHash('hash-eve')).toBeUndefined();
    expect(await store.find('bob')).toEqual(bob.authentication);
    expect(await store.hasAny('token')).toBe(true);
    expect(await store.list({ method: 'token', limit: 1, offset: 1 })).toHaveLength(1);
  });

  it('are revoked when they are published no longer, or expire at another moment', async () => {
    const store = storeOf();
    const begun = await store.revocations(undefined);
    expect(begun.ids).toEqual([]);
    const revision = begun.revision + 2;
    const later = { ...bob.authentication, expiresAt: 1 };
    store.take([{ ...bob, authentication: later }]);
    expect(await store.revocations(begun)).toEqual({ revision, ids: ['ann', 'bob'] });
    expect(await store.revocations({ revision })).toEqual({ revision, ids: [] });
    expect(await store.findByHash('hash-ann')).toBeUndefined();
    store.take(undefined);
    expect(store.isPublished).toBe(false);
    expect(await store.findByHash('hash-bob')).toBeUndefined();
  });

  it('may all be revoked for who knows a revision of another life, or of long ago', async () => {
    const store = storeOf();
    const { revision } = await store.revocations(undefined);
    for (const since of [5, revision + 1])
      expect((await store.revocations({ revision: since })).ids).toBeUndefined();
    for (let round = 0; round < 5001; round++) {
      store.take([]);
      store.take([ann, bob]);
    }
    expect((await store.revocations({ revision })).ids).toBeUndefined();
    const now = await store.revocations(undefined);
    expect((await store.revocations({ revision: now.revision - 1 })).ids).toHaveLength(1);
  });

  it('cannot be asked before they were read', async () => {
    const store = new PublishedTokenStore(60_000);
    await expect(store.findByHash('hash-ann')).rejects.toThrow(UnavailableError);
    await expect(store.revocations(undefined)).rejects.toThrow(UnavailableError);
  });

  it('do not count any more when they could not be confirmed for longer than the grace', async () => {
    const store = storeOf(1000);
    const { revision } = await store.revocations(undefined);
    store.confirm(performance.now() - 1001);
    await expect(store.findByHash('hash-ann')).rejects.toThrow(UnavailableError);
    expect((await store.revocations({ revision })).ids).toBeUndefined();
    store.confirm(performance.now());
    expect(await store.findByHash('hash-ann')).toBeDefined();
  });

  it('are not changed here', async () => {
    const store = storeOf();
    for (const write of [store.create(), store.expire(), store.delete(), store.deleteExpired()])
      await expect(write).rejects.toThrow(ReadOnlyError);
  });
});
