import { type LoginState, type LoginStateStore } from '@pennon/domain';
import { aLoginState } from './builders/authentication.builder';
import { SOME_MOMENT } from './builders/moments';

/** More than any test of these puts. */
const MANY = 100;

/** What every store of logins under way does; called by the spec of each, fakes included. */
export function itIsALoginStateStore(open: () => Promise<LoginStateStore>): void {
  let store: LoginStateStore;

  beforeEach(async () => {
    store = await open();
  });

  async function put(stateHash: string, changes: Partial<LoginState> = {}): Promise<LoginState> {
    const login = aLoginState(stateHash, changes);
    await store.put(login, MANY);
    return login;
  }

  /** Takes the logins, and says which were there. */
  async function taken(...hashes: readonly string[]): Promise<readonly string[]> {
    const logins = await Promise.all(hashes.map(async (hash) => store.take(hash)));
    return logins.flatMap((login) => (login === undefined ? [] : [login.stateHash]));
  }

  describe('a login under way', () => {
    it('is taken as it was put', async () => {
      const login = await put('a', {
        provider: 'codehost',
        returnPath: '/flags?a=b#c',
        previousSession: '2b1b1e0c-3f0e-4b6e-9a57-0d6f0f3c8f11',
        expiresAt: SOME_MOMENT + 1,
      });
      expect(await store.take('a')).toStrictEqual(login);
    });

    it('is taken once', async () => {
      await put('a');
      await store.take('a');
      expect(await store.take('a')).toBeUndefined();
    });

    it('is taken by one of many who want it at the same time', async () => {
      await put('a');
      expect(await taken(...Array.from({ length: 20 }, () => 'a'))).toEqual(['a']);
    });

    it('is taken expired or not', async () => {
      await put('a', { expiresAt: 1 });
      expect(await store.take('a')).toMatchObject({ expiresAt: 1 });
    });

    it('is not there before it was put, nor under another hash', async () => {
      expect(await store.take('a')).toBeUndefined();
      await put('a');
      expect(await taken('A', 'a ', '')).toEqual([]);
    });

    it('takes the place of one with the same hash', async () => {
      await put('a', { nonce: 'old' });
      await put('a', { nonce: 'new' });
      expect(await store.take('a')).toMatchObject({ nonce: 'new' });
      expect(await store.take('a')).toBeUndefined();
    });
  });

  describe('logins that have expired', () => {
    it('are deleted, and no others', async () => {
      for (const [hash, expiresAt] of [
        ['a', 9],
        ['b', 10],
        ['c', 11],
      ] as const)
        await put(hash, { expiresAt });
      expect(await store.deleteExpired(10)).toBe(1);
      expect(await store.deleteExpired(10)).toBe(0);
      expect(await taken('a', 'b', 'c')).toEqual(['b', 'c']);
    });
  });

  describe('more logins than are kept', () => {
    it('make those go that expire first', async () => {
      for (const [hash, expiresAt] of [
        ['a', 3],
        ['b', 1],
        ['c', 2],
      ] as const)
        await store.put(aLoginState(hash, { expiresAt }), 3);
      await store.put(aLoginState('d', { expiresAt: 4 }), 2);
      expect(await taken('a', 'b', 'c', 'd')).toEqual(['a', 'd']);
    });
  });
}
