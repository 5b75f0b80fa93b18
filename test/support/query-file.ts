import { Database, OPEN_READONLY } from 'sqlite3';

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
