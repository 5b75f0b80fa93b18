import { SERVICE_ORIGIN, type AuditEvent } from '@pennon/domain';
import { anAuthentication } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { DatabaseTokenStore } from './database-token-store';

const by = { origin: SERVICE_ORIGIN, at: 7_000_000 };

let temporary: TemporaryDatabase;
let store: DatabaseTokenStore;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  store = new DatabaseTokenStore(temporary.database);
});

afterEach(async () => {
  await temporary.remove();
});

async function events(): Promise<readonly AuditEvent[]> {
  return temporary.unitOfWork.read(({ audit }) => audit.after(0, 100));
}

/** What the events say, such as `token deleted a`. */
async function told(): Promise<readonly string[]> {
  return (await events()).map(({ type, action, key }) => `${type} ${action} ${key}`.trim());
}

describe('the events of tokens', () => {
  it('are written with the change, if its source is given', async () => {
    await store.create(anAuthentication('a'), 'hash of a', by);
    await store.create(anAuthentication('b'), 'hash of b');
    await store.expire('a', 5_000_000, 6_000_000, by);
    await store.delete('a', by);
    expect(await told()).toEqual(['token created a', 'token updated a', 'token deleted a']);
    expect((await events()).at(-1)).toMatchObject({
      at: 7_000_000,
      before: { method: 'token', expires_at: '1970-01-01T00:00:05.000Z' },
    });
  });

  it.each(['oidc', 'codehost', 'orchestrator'] as const)(
    'are logins where they come from one: %s',
    async (method) => {
      await store.create(anAuthentication('a', { method }), 'hash', by);
      expect(await told()).toEqual(['login succeeded a']);
    },
  );

  it('do not repeat all that a provider says of a person', async () => {
    const metadata = { 'io.service.auth.claims': '{"sub":"ada"}', 'io.service.auth.oidc.sub': 'ada' };
    await store.create(anAuthentication('a', { method: 'oidc', metadata }), 'hash', by);
    expect((await events())[0]?.after).toEqual({ method: 'oidc', 'io.service.auth.oidc.sub': 'ada' });
  });

  it('are not there for what was not done', async () => {
    await store.create(anAuthentication('a'), 'the hash');
    await expect(store.create(anAuthentication('b'), 'the hash', by)).rejects.toThrow('not unique');
    await store.expire('absent', 5, 6, by);
    await store.delete('absent', by);
    await store.deleteExpired('token', 5, by);
    expect(await told()).toEqual([]);
  });

  it('are one for two who delete the same token', async () => {
    await store.create(anAuthentication('a'), 'hash');
    await Promise.all([store.delete('a', by), store.delete('a', by)]);
    expect(await told()).toEqual(['token deleted a']);
  });

  it('are one for all that are deleted since they had expired', async () => {
    for (const id of ['a', 'b', 'c'])
      await store.create(anAuthentication(id, { expiresAt: 4 }), `hash of ${id}`);
    expect(await store.deleteExpired('token', 5_000_000, by)).toBe(3);
    const before = { method: 'token', expired_before: '1970-01-01T00:00:05.000Z', count: 3 };
    expect(await events()).toMatchObject([{ type: 'token', action: 'deleted', key: '', before }]);
  });

  it('are never missing: what cannot be written down is not done', async () => {
    await store.create(anAuthentication('a'), 'hash of a');
    const timeless = { ...by, at: Number.NaN };
    await expect(store.create(anAuthentication('b'), 'hash of b', timeless)).rejects.toThrow();
    await expect(store.delete('a', timeless)).rejects.toThrow();
    expect(await store.list({ method: undefined, limit: 10, offset: 0 })).toMatchObject([{ id: 'a' }]);
  });
});
