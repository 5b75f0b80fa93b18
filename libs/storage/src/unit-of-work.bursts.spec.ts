import { aFlag, aNamespace } from '@pennon/testing';
import { testDialect } from '../../../test/support/database-server';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { UnitOfWork } from './unit-of-work';

jest.setTimeout(180_000);

const WRITES = 500;

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => temporary.remove());

describe.each([
  ['one namespace', 1],
  ['50 namespaces', 50],
])('500 writes at once into %s', (_, namespaces) => {
  const keys = Array.from({ length: namespaces }, (_unused, index) => `team-${index}`);

  it('all succeed, however long those before them take', async () => {
    // Less than all of them take: they are limits for a write at its turn, and for a connection. A busy machine may
    // stand still for a second.
    const limits = { PENNON_DB_CONNECT_TIMEOUT: '3s', PENNON_DB_BUSY_TIMEOUT: '3s' };
    // Where transactions are as if one came after the other, those that are at their turn undo each other.
    const settings = testDialect === 'cockroachdb' ? {} : limits;
    const database = await temporary.openAgain(settings);
    const unitOfWork = new UnitOfWork(database);
    for (const key of keys) await unitOfWork.write((stores) => stores.namespaces.create(aNamespace(key)));
    const outcomes = await Promise.allSettled(
      Array.from({ length: WRITES }, async (_unused, index) => {
        const namespaceKey = keys[index % keys.length] ?? '';
        return unitOfWork.change(namespaceKey, ({ flags }) =>
          flags.createAll([aFlag(`flag-${index}`, { namespaceKey })]),
        );
      }),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    const stored = await unitOfWork.read(async ({ namespaces: all }) =>
      Promise.all(keys.map(async (key) => (await all.find(key))?.revision)),
    );
    // The namespace's own creation is the first revision.
    expect(stored).toEqual(keys.map(() => 1 + WRITES / namespaces));
    await database.close();
  });
});
