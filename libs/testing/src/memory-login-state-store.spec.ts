import { UnavailableError } from '@pennon/domain';
import { aLoginState } from './builders/authentication.builder';
import { itIsALoginStateStore } from './login-state-store.contract';
import { MemoryLoginStateStore } from './memory-login-state-store';

describe('MemoryLoginStateStore', () => {
  itIsALoginStateStore(() => Promise.resolve(new MemoryLoginStateStore()));

  it('fails for as long as it is told to, and changes nothing meanwhile', async () => {
    const store = new MemoryLoginStateStore();
    await store.put(aLoginState('a'), 9);
    store.failWith(new UnavailableError('away'));
    for (const call of [store.put(aLoginState('b'), 9), store.take('a'), store.deleteExpired(Infinity)]) {
      await expect(call).rejects.toThrow('away');
    }
    store.failWith(undefined);
    expect(await store.take('a')).toEqual(aLoginState('a'));
    expect(await store.take('b')).toBeUndefined();
  });
});
