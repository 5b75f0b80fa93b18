import { Logger } from '@nestjs/common';
import { testDialect } from '../../../../test/support/database-server';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { type Database } from '../database/database';
import { readRevisionNow } from '../stores/revision';

// Of the databases that the storage is tested on, only PostgreSQL is asked to keep statements.
const describeOnPostgres = testDialect === 'postgres' ? describe : describe.skip;

describeOnPostgres('reads of the revision', () => {
  let temporary: TemporaryDatabase;
  let database: Database;
  let warned: jest.SpyInstance;

  beforeEach(async () => {
    temporary = await openTemporaryDatabase();
    warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  });

  afterEach(async () => {
    warned.mockRestore();
    await database.close();
    await temporary.remove();
  });

  /** Opens the database with one connection, so that whatever is asked of it is asked of that one. */
  async function open(preparedStatementsEnabled: 'true' | 'false'): Promise<void> {
    database = await temporary.openAgain({
      PENNON_DB_MAX_OPEN_CONN: '1',
      PENNON_DB_PREPARED_STATEMENTS_ENABLED: preparedStatementsEnabled,
    });
  }

  async function run<Row>(sql: string): Promise<readonly Row[]> {
    return database.readOnce((manager) => manager.query<readonly Row[]>(sql));
  }

  /** What the server keeps prepared on the connection. */
  async function prepared(): Promise<readonly string[]> {
    const rows = await run<{ readonly statement: string }>('SELECT statement FROM pg_prepared_statements');
    return rows.map(({ statement }) => statement);
  }

  async function revisions(): Promise<readonly (number | undefined)[]> {
    const keys = ['default', 'nowhere', 'default'];
    const found = await Promise.all(keys.map((key) => readRevisionNow(database, key)));
    return found.map((each) => each?.revision);
  }

  it('are prepared once, and give what there is now', async () => {
    await open('true');
    expect(await revisions()).toEqual([0, undefined, 0]);
    await temporary.unitOfWork.write(({ namespaces }) => namespaces.raiseRevision('default'));
    expect(await revisions()).toEqual([1, undefined, 1]);
    expect(await prepared()).toEqual([
      expect.stringMatching(/^SELECT "revision", "mark", "mark_before", "features" FROM/),
    ]);
  });

  it('are not prepared where that is switched off', async () => {
    await open('false');
    expect(await revisions()).toEqual([0, undefined, 0]);
    expect(await prepared()).toEqual([]);
  });

  it.each([
    // The connection is now another one than that on which the statement was prepared.
    ['is not there', 'DEALLOCATE ALL', []],
    // Another client of the pooler had this connection before.
    [
      'is there already',
      'PREPARE pennon_revision_and_features AS SELECT 7 AS revision',
      [expect.stringContaining('SELECT 7')],
    ],
  ])(
    'go on, and are prepared no more, behind a pooler where the statement %s',
    async (_, sql, kept: unknown[]) => {
      await open('true');
      if (kept.length === 0) await revisions();
      await run(sql);
      expect(await revisions()).toEqual([0, undefined, 0]);
      expect(await revisions()).toEqual([0, undefined, 0]);
      expect(await prepared()).toEqual(kept);
      expect(warned.mock.calls).toEqual([
        [expect.stringContaining('with db.prepared_statements_enabled off, none is from the start')],
      ]);
    },
  );
});
