import { type TokenRecord } from '@pennon/domain';
import { anAuthentication } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { DatabaseTokenRecords, DatabaseTokenStore } from './database-token-store';

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

async function listed(): Promise<readonly TokenRecord[]> {
  const records: TokenRecord[] = [];
  for await (const record of new DatabaseTokenRecords(temporary.database).list('token')) records.push(record);
  return records;
}

describe('DatabaseTokenRecords', () => {
  it('are none in a database without tokens', async () => {
    expect(await listed()).toEqual([]);
  });

  it('are those of the method with their hashes, expired ones too, by id', async () => {
    await store.create(anAuthentication('b', { expiresAt: 5 }), 'hash of b');
    await store.create(anAuthentication('of a login', { method: 'oidc' }), 'hash of another method');
    await store.create(anAuthentication('a'), 'hash of a');
    expect(await listed()).toEqual([
      { tokenHash: 'hash of a', authentication: anAuthentication('a') },
      { tokenHash: 'hash of b', authentication: anAuthentication('b', { expiresAt: 5 }) },
    ]);
  });

  it('are all there is, however many', async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => `id-${String(index).padStart(4, '0')}`);
    for (const id of ids) await store.create(anAuthentication(id), `hash of ${id}`);
    expect((await listed()).map(({ authentication }) => authentication.id)).toEqual(ids);
  });
});
