import { Database } from 'sqlite3';
import { connectPlainly, testDialect } from '../../../support/database-server';
import { createTestDatabase } from '../../../support/test-database';
import { fliptDialect, createTables, schemaVersions, tablesOf, type FliptAge } from './flipt-tables';
import { type FliptRow, type FliptRows } from './flipt-rows';

/**
 * When rows are created: one after the other, or all in the same moment, in which only their place tells them apart.
 */
export type CreationTimes = 'one by one' | 'at once';

/** A database as Flipt would have left it, of the kind that the tests run on. */
export interface StoredFlipt {
  readonly url: string;
  /** Adds rows, in the order of their creation. */
  insert(rows: FliptRows, times?: CreationTimes): Promise<void>;
  /** Runs statements. */
  execute(...statements: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

/** A connection that runs statements and nothing else. */
interface Statements {
  run(sql: string): Promise<void>;
  end(): Promise<void>;
}

/** Makes the tables of an age, empty but for the number of the schema. */
export async function createFliptDatabase(age: FliptAge = 'present'): Promise<StoredFlipt> {
  const database = await createTestDatabase();
  const { url } = database;
  const version = schemaVersions[age][fliptDialect];
  const makeTables = [
    ...createTables(age, fliptDialect),
    `INSERT INTO "schema_migrations" VALUES (${version}, ${literal(false)})`,
  ];
  await runAll(url, makeTables);
  return {
    url,
    insert: (rows, times = 'one by one') => runAll(url, insertions(age, rows, times)),
    execute: (...statements) => runAll(url, statements),
    remove: () => database.remove(),
  };
}

async function runAll(url: string, statements: readonly string[]): Promise<void> {
  const connection = await connect(url);
  try {
    await connection.run('BEGIN');
    for (const sql of statements) await connection.run(sql);
    await connection.run('COMMIT');
  } finally {
    await connection.end();
  }
}

async function connect(url: string): Promise<Statements> {
  if (testDialect === 'sqlite') return connectToFile(url.slice('file:'.length));
  const connection = await connectPlainly(url);
  const run = async (sql: string): Promise<void> => {
    await connection.query(sql);
  };
  if (testDialect === 'mysql') await run("SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'");
  return { run, end: () => connection.end() };
}

async function connectToFile(file: string): Promise<Statements> {
  const database = await new Promise<Database>((resolve, reject) => {
    const opened = new Database(file, (error) => {
      if (error === null) resolve(opened);
      else reject(error);
    });
  });
  const settled = (work: (done: (error: Error | null) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      work((error) => {
        if (error === null) resolve();
        else reject(error);
      });
    });
  return {
    run: (sql) => settled((done) => database.exec(sql, done)),
    end: () =>
      settled((done) => {
        database.close(done);
      }),
  };
}

/** Most rows of one statement. */
const ROWS_AT_ONCE = 500;

/** Rows of different moments are stored in reverse, so that their place does not tell their order. */
function insertions(age: FliptAge, rows: FliptRows, times: CreationTimes): readonly string[] {
  const tables = tablesOf(age);
  return Object.entries(rows).flatMap(([name, ofTable]) => {
    const columns = Object.keys(tables[name]?.columns ?? {});
    if (columns.length === 0) return [];
    const stamped = ofTable.map((row, index) => stampedRow(row, columns, times === 'at once' ? 0 : index));
    // Rows without a moment have no other order than their place.
    const stored = times === 'at once' || !columns.includes('created_at') ? stamped : stamped.toReversed();
    const statements: string[] = [];
    for (let start = 0; start < stored.length; start += ROWS_AT_ONCE) {
      const values = stored.slice(start, start + ROWS_AT_ONCE).map((row) => {
        return `(${columns.map((column) => literal(row[column] ?? null)).join(', ')})`;
      });
      const names = columns.map((column) => `"${column}"`).join(', ');
      statements.push(`INSERT INTO "${name}" (${names}) VALUES ${values.join(', ')}`);
    }
    return statements;
  });
}

const FIRST_MOMENT_MS = Date.UTC(2025, 5, 1, 12);

function stampedRow(row: FliptRow, columns: readonly string[], index: number): FliptRow {
  if (!columns.includes('created_at')) return row;
  const time = momentText(FIRST_MOMENT_MS, index);
  return { created_at: time, updated_at: time, ...row };
}

/** As the drivers of Flipt write a moment, `microseconds` after another. */
export function momentText(milliseconds: number, microseconds = 0): string {
  const whole = milliseconds + Math.floor(microseconds / 1000);
  const [date = '', time = ''] = new Date(whole).toISOString().slice(0, -1).split('T');
  const fraction = `${time}${String(microseconds % 1000).padStart(3, '0')}`;
  // SQLite has the text that it was given: without zeros at the end, and with the zone.
  return testDialect === 'sqlite' ? `${date} ${fraction.replace(/\.?0+$/, '')}+00:00` : `${date} ${fraction}`;
}

function literal(value: FliptRow[string]): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === 'boolean' && testDialect === 'postgres') return String(value);
  return String(Number(value));
}
