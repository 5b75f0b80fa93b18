import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { DatabaseConfig } from '@pennon/config';
import { advice, refuseNewer, type SchemaState } from '../database/schema-state';
import { FORM, FORMAT, tableLine, type BackupHeader, type BackupTrailer } from './backup-form';
import { BackupTargetError } from './backup-error';
import { backupTables, type BackupTable } from './backup-tables';
import { countRows, readRows, type Ask } from './read-rows';
import { readOneState } from './read-one-state';

/** What a backup holds. */
export interface BackupContents {
  readonly header: BackupHeader;
  /** Number of rows by the name of the table. */
  readonly tables: ReadonlyMap<string, number>;
  readonly rows: number;
}

/** How a backup is made. */
export interface BackUpOptions {
  /** Version of Pennon that the backup names. */
  readonly version: string;
  /** The moment that the backup names, as ISO 8601. */
  readonly at: string;
  /** Takes the next bytes of the file; no more are made until it resolves. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Called now and then. @param all Rows that there are. */
  readonly onProgress?: (table: string, done: number, all: number) => void;
}

/**
 * Writes everything that is in a database as one file, of one state, whatever is written meanwhile.
 *
 * @throws BackupTargetError if there is nothing to back up.
 * @throws NewerSchemaError if a newer version has migrated the database: this one knows only a part of it.
 * @throws UnavailableError if the database cannot be read.
 */
export async function backUp(config: DatabaseConfig, options: BackUpOptions): Promise<BackupContents> {
  return readOneState(config, async ({ ask, schema }) => {
    refuseUnknown(schema, config.location);
    const { version, at } = options;
    const header: BackupHeader = { format: FORMAT, form: FORM, version, at, migrations: schema.applied };
    const tables = new Map<BackupTable, number>();
    for (const table of await backupTables(schema.applied))
      tables.set(table, await countRows(ask, config.dialect, table));
    await compress(backupText({ ask, dialect: config.dialect, header, tables }, options), options.write);
    const counts = new Map([...tables].map(([{ name }, count]) => [name, count]));
    return { header, tables: counts, rows: sum(counts.values()) };
  });
}

/** Rejects with what `text` throws, or `write`. */
async function compress(text: AsyncIterable<string>, write: BackUpOptions['write']): Promise<void> {
  const compressed = createGzip();
  // What is not needed yet waits in the database. What fails destroys both, and the loop below rejects with it.
  pipeline(Readable.from(text, { highWaterMark: 1 }), compressed, () => undefined);
  for await (const bytes of compressed as AsyncIterable<Uint8Array>) await write(bytes);
}

function refuseUnknown(schema: SchemaState, location: string): void {
  refuseNewer(schema, location);
  const newest = schema.unknown.at(-1);
  if (newest !== undefined)
    throw new BackupTargetError(
      `the database ${location} has columns that this version does not know (of the migration ${newest}), which a backup ` +
        'would lack; back it up with the version that migrated it, or by the means of the database (docs/backup.md)',
    );
  if (schema.applied.length === 0)
    throw new BackupTargetError(
      `the database ${location} has no tables of Pennon, so there is nothing to back up; ${advice.migrate} to make them`,
    );
}

interface Source extends Pick<BackupContents, 'header'> {
  readonly ask: Ask;
  readonly dialect: DatabaseConfig['dialect'];
  readonly tables: ReadonlyMap<BackupTable, number>;
}

/** The text of a backup, in parts of bounded length. */
async function* backupText(
  { ask, dialect, header, tables }: Source,
  { onProgress }: Pick<BackUpOptions, 'onProgress'>,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const all = sum(tables.values());
  let rows = 0;
  const hashed = (text: string): string => {
    hash.update(text);
    return text;
  };
  yield hashed(lineOf(header));
  for (const table of tables.keys()) {
    yield hashed(lineOf(tableLine(table)));
    for await (const page of readRows(ask, dialect, table)) {
      yield hashed(page.map(lineOf).join(''));
      rows += page.length;
      onProgress?.(table.name, rows, all);
    }
  }
  const trailer: BackupTrailer = { rows, sha256: hash.digest('hex') };
  yield lineOf(trailer);
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}
