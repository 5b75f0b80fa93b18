import { UnavailableError } from '@pennon/domain';
import { anAuthentication } from './builders/authentication.builder';
import { MemoryTokenStore } from './memory-token-store';
import { itIsATokenStore } from './token-store.contract';

describe('MemoryTokenStore', () => {
  itIsATokenStore(() => Promise.resolve(new MemoryTokenStore()));

  it('keeps what it was given, whatever becomes of the giver’s object', async () => {
    const store = new MemoryTokenStore();
    const metadata: Record<string, string> = { role: 'viewer' };
    await store.create(anAuthentication('a', { metadata }), 'hash');
    metadata.role = 'admin';
    expect(await store.find('a')).toMatchObject({ metadata: { role: 'viewer' } });
  });

  it('fails for as long as it is told to, and changes nothing meanwhile', async () => {
    const store = new MemoryTokenStore();
    const record = anAuthentication('a', { expiresAt: 1 });
    await store.create(record, 'hash');
    store.failWith(new UnavailableError('away'));
    for (const call of [
      store.create(anAuthentication('b'), 'other'),
      store.findByHash('hash'),
      store.find('a'),
      store.list({ method: undefined, limit: 1, offset: 0 }),
      store.hasAny('token'),
      store.expire('a', 2, 2),
      store.delete('a'),
      store.deleteExpired('token', 2),
    ])
      await expect(call).rejects.toThrow('away');
    store.failWith(undefined);
    expect(await store.list({ method: undefined, limit: 9, offset: 0 })).toEqual([record]);
  });
});
