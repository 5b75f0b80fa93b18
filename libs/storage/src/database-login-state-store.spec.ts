import { UnavailableError } from '@pennon/domain';
import { aLoginState, itIsALoginStateStore } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { DatabaseLoginStateStore } from './database-login-state-store';

let temporary: TemporaryDatabase;
let store: DatabaseLoginStateStore;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  store = new DatabaseLoginStateStore(temporary.database);
});

afterEach(async () => {
  await temporary.remove();
});

describe('DatabaseLoginStateStore', () => {
  itIsALoginStateStore(() => Promise.resolve(store));

  it('keeps a login as one row of plain values, and the state not at all', async () => {
    await store.put(aLoginState('the hash', { returnPath: '/flags' }), 9);
    expect(await temporary.rows('login_states')).toEqual([
      {
        state_hash: 'the hash',
        provider: 'oidc/acme',
        nonce: 'nonce of the hash',
        code_verifier: 'verifier of the hash',
        redirect_uri: 'https://flags.example/auth/v1/method/oidc/acme/callback',
        return_path: '/flags',
        previous_session: '',
        expires_at: 1_700_000_000_000_000,
      },
    ]);
  });

  it('gives a login to one of all instances on the database, begun on any', async () => {
    const database = await temporary.openAgain();
    const other = new DatabaseLoginStateStore(database);
    for (let round = 0; round < 10; round++) {
      await store.put(aLoginState('a'), 9);
      const takers = [store, other, store, other].map(async (each) => each.take('a'));
      const logins = await Promise.all(takers);
      expect(logins.filter((login) => login !== undefined)).toEqual([aLoginState('a')]);
    }
    await database.close();
  });

  it.each([
    ['put', async (busy: DatabaseLoginStateStore) => busy.put(aLoginState('a'), 9)],
    ['take', async (busy: DatabaseLoginStateStore) => busy.take('a')],
    ['deleteExpired', async (busy: DatabaseLoginStateStore) => busy.deleteExpired(1)],
  ])('fails as unavailable on a database that takes no more work: %s', async (_, call) => {
    await store.put(aLoginState('a'), 9);
    const database = await temporary.openAgain({ PENNON_DB_MAX_PENDING_WRITES: '1' });
    let goOn = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const work = database.write(() => waiting);
    await expect(call(new DatabaseLoginStateStore(database))).rejects.toThrow(UnavailableError);
    goOn();
    await work;
    await database.close();
  });
});
