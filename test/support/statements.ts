import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'typeorm';
import type { Database } from '@pennon/storage';

/**
 * Takes down every statement that is run on a database from now on, but for those past the ORM.
 *
 * @param counts Tells, when a statement is run, whether it counts.
 */
export async function statementsOn(
  database: Database,
  counts: () => boolean = () => true,
): Promise<string[]> {
  const statements: string[] = [];
  const recorder: Pick<Logger, 'logQuery'> = {
    logQuery(sql) {
      if (counts()) statements.push(sql);
    },
  };
  await database.write(async (manager) => {
    Object.assign(manager.connection.logger, recorder);
    return Promise.resolve();
  });
  statements.length = 0;
  return statements;
}

const asking = new AsyncLocalStorage<true>();

/** The statements that a call runs on a database, and not those of jobs that happen to run meanwhile. */
export async function statementsOf(
  database: Database,
  call: () => Promise<unknown>,
): Promise<readonly string[]> {
  const statements = await statementsOn(database, () => asking.getStore() === true);
  await asking.run(true, call);
  return statements;
}
