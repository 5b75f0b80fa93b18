import type { Logger } from 'typeorm';
import type { Database } from '@pennon/storage';

/** Takes down every statement that is run on a database from now on, but for those past the ORM. */
export async function statementsOn(database: Database): Promise<string[]> {
  const statements: string[] = [];
  const recorder: Pick<Logger, 'logQuery'> = { logQuery: (sql) => void statements.push(sql) };
  await database.write(async (manager) => {
    Object.assign(manager.connection.logger, recorder);
    return Promise.resolve();
  });
  statements.length = 0;
  return statements;
}
