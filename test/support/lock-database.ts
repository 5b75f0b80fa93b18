import { Database } from 'sqlite3';

/** Takes the write lock of a SQLite file from outside, as another process would; what is returned gives it back. */
export async function lockDatabase(file: string): Promise<() => Promise<void>> {
  const database = await new Promise<Database>((resolve, reject) => {
    const opened = new Database(file, (failure) => {
      if (failure === null) resolve(opened);
      else reject(failure);
    });
  });
  const run = async (sql: string): Promise<void> =>
    new Promise((resolve, reject) => {
      database.exec(sql, (failure) => {
        if (failure === null) resolve();
        else reject(failure);
      });
    });
  await run('BEGIN IMMEDIATE');
  return async () => {
    await run('ROLLBACK');
    await new Promise<void>((resolve) => {
      database.close(() => {
        resolve();
      });
    });
  };
}
