import { Database, OPEN_READONLY, OPEN_READWRITE } from 'sqlite3';

/** The rows that a query finds in a SQLite file, opened from outside by nothing but the driver. */
export async function queryFile<Row>(file: string, sql: string): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    const database = new Database(file, OPEN_READONLY);
    database.all<Row>(sql, (failure, rows) => {
      database.close((closing) => {
        const error = failure ?? closing;
        if (error === null) resolve(rows);
        else reject(error);
      });
    });
  });
}

/** Runs a statement on a SQLite file that a server uses, as another process would. */
export async function executeIn(file: string, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const database = new Database(file, OPEN_READWRITE);
    database.exec(sql, (failure) => {
      database.close((closing) => {
        const error = failure ?? closing;
        if (error === null) resolve();
        else reject(error);
      });
    });
  });
}
