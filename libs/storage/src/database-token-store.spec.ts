import { UnavailableError } from '@pennon/domain';
import { anAuthentication, itIsATokenStore } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { DatabaseTokenStore } from './database-token-store';
import { TokenRevocationStore } from './stores/authentication.store';

// A server takes a round trip, or several, for each of a thousand rows.
jest.setTimeout(180_000);

let temporary: TemporaryDatabase;
let store: DatabaseTokenStore;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  store = new DatabaseTokenStore(temporary.database);
});

afterEach(async () => {
  await temporary.remove();
});

type Row = Readonly<Record<string, unknown>>;

async function rows(): Promise<readonly Row[]> {
  return temporary.rows('authentications');
}

describe('DatabaseTokenStore', () => {
  itIsATokenStore(() => Promise.resolve(store));

  it('keeps a record as one row of plain values, the members of its metadata in order', async () => {
    const metadata = { b: '2', a: '1', c: '' };
    await store.create(anAuthentication('a', { method: 'codehost', expiresAt: 5, metadata }), 'the hash');
    expect(await rows()).toEqual([
      {
        id: 'a',
        hashed_client_token: 'the hash',
        method: 'codehost',
        expires_at: 5,
        metadata: '{"a":"1","b":"2","c":""}',
        created_at: 1_700_000_000_000_000,
        updated_at: 1_700_000_000_000_000,
      },
    ]);
  });

  it('keeps null for a record that never expires', async () => {
    await store.create(anAuthentication('a'), 'hash');
    expect(await rows()).toMatchObject([
      { expires_at: null, metadata: '{"io.service.auth.token.name":"a"}' },
    ]);
  });

  it('forgets revocations that are long ago, and says so to who asks for them', async () => {
    const begun = await store.revocations(undefined);
    const add = (first: number, last: number): Promise<void> =>
      temporary.database.write(async (manager) => {
        const revocations = new TokenRevocationStore(manager);
        for (let index = first; index <= last; index++) await revocations.add(`a${index}`);
      });
    await add(1, 1000);
    const later = await store.revocations(begun);
    await add(1001, 1100);
    expect((await temporary.rows('token_revocations')).length).toBeLessThanOrEqual(1100);
    expect(await store.revocations(begun)).toMatchObject({ revision: begun.revision + 1100, ids: undefined });
    const { ids } = await store.revocations(later);
    expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => `a${1001 + index}`));
  });

  it('never answers the hash, and does not tell it in a refusal', async () => {
    await store.create(anAuthentication('a'), 'the hash');
    expect(Object.keys((await store.find('a')) ?? {})).not.toContain('tokenHash');
    const refusal: unknown = await store
      .create(anAuthentication('b'), 'the hash')
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'INVALID_ARGUMENT', message: 'not unique' });
    expect(refusal).not.toHaveProperty('cause');
  });

  it('finds what another one on the same file has written, and not what it has deleted', async () => {
    const database = await temporary.openAgain();
    const other = new DatabaseTokenStore(database);
    const record = anAuthentication('a');
    await other.create(record, 'hash');
    expect(await store.findByHash('hash')).toEqual(record);
    await other.delete('a');
    expect(await store.findByHash('hash')).toBeUndefined();
    await database.close();
  });

  it('deletes each expired record once, however many of it are on the same file', async () => {
    const database = await temporary.openAgain();
    const other = new DatabaseTokenStore(database);
    for (const id of ['a', 'b', 'c']) await store.create(anAuthentication(id, { expiresAt: 1 }), id);
    const counts = await Promise.all([store, other].map((each) => each.deleteExpired('token', 2)));
    expect(counts.toSorted()).toEqual([0, 3]);
    await database.close();
  });
});

describe('DatabaseTokenStore on a database that takes no more work', () => {
  const calls: readonly [name: string, call: (busy: DatabaseTokenStore) => Promise<unknown>][] = [
    ['create', (busy) => busy.create(anAuthentication('a'), 'hash')],
    ['findByHash', (busy) => busy.findByHash('hash')],
    ['find', (busy) => busy.find('a')],
    ['list', (busy) => busy.list({ method: undefined, limit: 1, offset: 0 })],
    ['hasAny', (busy) => busy.hasAny('token')],
    ['expire', (busy) => busy.expire('a', 1, 1)],
    ['delete', (busy) => busy.delete('a')],
    ['deleteExpired', (busy) => busy.deleteExpired('token', 1)],
  ];

  it.each(calls)('fails as unavailable: %s', async (_, call) => {
    const limits = { PENNON_DB_MAX_PENDING_WRITES: '1', PENNON_DB_MAX_PENDING_READS: '1' };
    const database = await temporary.openAgain(limits);
    let goOn = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const work = [database.write(() => waiting), database.read(() => waiting)];
    await expect(call(new DatabaseTokenStore(database))).rejects.toThrow(UnavailableError);
    goOn();
    await Promise.all(work);
    await database.close();
  });
});
