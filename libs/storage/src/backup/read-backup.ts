import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { valid } from 'semver';
import { quote, UnavailableError } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import { migrations } from '../database/data-source-options';
import {
  FORM,
  FORMAT,
  isValueOf,
  MAX_LINE_BYTES,
  tableLine,
  type BackupHeader,
  type BackupTrailer,
  type Row,
} from './backup-form';
import { BackupError } from './backup-error';
import { backupTables, type BackupTable } from './backup-tables';

/** A part of a backup, in the order in which parts come. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'table'; readonly table: BackupTable }
  /** Some rows of the table that came last. */
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  /** The last part: only now is it known that the backup is whole and as it was written. */
  | { readonly kind: 'end'; readonly trailer: BackupTrailer };

/** How a backup is read. */
export interface ReadBackupOptions {
  /** Called with the number of bytes of the file that were read so far. */
  readonly onBytes?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/** Bytes of text that are worked on at once; rows of one piece are one part. */
const PIECE_BYTES = 64 * 1024;

/**
 * Reads a backup, and checks all of it: its form, its tables and columns, the values, the number of rows, the checksum.
 *
 * @throws BackupError for a file that is not a backup, is cut short or changed, or is of a newer version.
 * @throws Error of `node:fs` for a file that cannot be read.
 */
export async function* readBackup(file: string, options: ReadBackupOptions = {}): AsyncGenerator<BackupPart> {
  const check = new BackupCheck(file);
  let hasEnded = false;
  for await (const lines of linesOf(file, options)) {
    let rows: Row[] = [];
    for (const line of lines) {
      if (hasEnded) throw check.damaged(FOLLOWED);
      const part = await check.take(line);
      if (part.kind === 'rows') {
        rows.push(...part.rows);
        continue;
      }
      if (rows.length > 0) yield { kind: 'rows', rows };
      rows = [];
      yield part;
      hasEnded = part.kind === 'end';
    }
    if (rows.length > 0) yield { kind: 'rows', rows };
  }
  if (!hasEnded) throw check.cutShort();
}

/** Follows the lines of a backup and tells what each is. */
class BackupCheck {
  private readonly hash = createHash('sha256');
  private rows = 0;
  private expected: readonly BackupTable[] | undefined;
  private tables = 0;

  constructor(private readonly file: string) {}

  async take(line: Buffer): Promise<BackupPart> {
    const value = parsed(line);
    if (this.expected === undefined) return this.takeHeader(line, value);
    if (Array.isArray(value)) return this.takeRow(line, value);
    if (isRecord(value) && 'sha256' in value) return this.takeTrailer(value);
    return this.takeTable(line, value);
  }

  damaged(what: string): BackupError {
    return damaged(this.file, what);
  }

  cutShort(): BackupError {
    if (this.expected === undefined) return notABackup(this.file);
    return new BackupError(`the backup ${this.file} is cut short; restore another one`);
  }

  private async takeHeader(line: Buffer, value: unknown): Promise<BackupPart> {
    const header = headerIn(value);
    if (header === undefined) throw notABackup(this.file);
    const newer = newerThing(header);
    if (newer !== undefined) {
      throw new BackupError(
        `the backup ${this.file} was written by Pennon ${header.version} and has ${newer}, which Pennon ${VERSION} does not ` +
          `know; restore it with Pennon ${header.version} or a newer version`,
      );
    }
    this.expected = await backupTables(header.migrations);
    this.hash.update(line);
    return { kind: 'header', header };
  }

  private takeTable(line: Buffer, value: unknown): BackupPart {
    const table = this.expected?.[this.tables];
    if (table === undefined || JSON.stringify(value) !== JSON.stringify(tableLine(table)))
      throw this.damaged('its tables are not those of its migrations');
    this.tables++;
    this.hash.update(line);
    return { kind: 'table', table };
  }

  private takeRow(line: Buffer, values: readonly unknown[]): BackupPart {
    const table = this.expected?.[this.tables - 1];
    if (table === undefined) throw this.damaged('a row is in no table');
    const isRow = values.length === table.columns.length;
    if (!isRow || !table.columns.every((column, index) => isValueOf(values[index], column)))
      throw this.damaged(`row ${this.rows + 1} does not fit the table ${table.name}`);
    this.rows++;
    this.hash.update(line);
    return { kind: 'rows', rows: [values as Row] };
  }

  private takeTrailer({ rows, sha256 }: Readonly<Record<string, unknown>>): BackupPart {
    if (sha256 !== this.hash.digest('hex')) throw this.damaged('its contents do not match its checksum');
    if (rows !== this.rows) throw this.damaged(`it has ${this.rows} rows, and says another number`);
    if (this.tables !== this.expected?.length) throw this.damaged('tables are missing');
    return { kind: 'end', trailer: { rows, sha256 } };
  }
}

const FOLLOWED = 'something follows its end';

function damaged(file: string, what: string): BackupError {
  return new BackupError(`the backup ${file} is damaged: ${what}; restore another one`);
}

function notABackup(file: string): BackupError {
  return new BackupError(`${file} is not a backup of Pennon; name a file that \`pennon backup\` has written`);
}

/** The value of a line; undefined for what is not JSON. */
function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Version and time are shown to people, so they must be what they say. */
function headerIn(value: unknown): BackupHeader | undefined {
  if (!isRecord(value) || value.format !== FORMAT) return undefined;
  const { form, at, migrations: names } = value;
  const version = typeof value.version === 'string' ? valid(value.version) : null;
  if (!Number.isInteger(form) || version === null) return undefined;
  if (typeof at !== 'string' || new Date(at).toJSON() !== at) return undefined;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
  return { format: FORMAT, form: Number(form), version, at, migrations: names };
}

/** What of it this version does not know; undefined for nothing. */
function newerThing({ form, migrations: names }: BackupHeader): string | undefined {
  if (form > FORM) return `form ${form}`;
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  return unknown === undefined ? undefined : `the migration ${quote(unknown)}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The lines of the text, with their ends, those of one piece at a time. */
async function* linesOf(
  file: string,
  { onBytes, signal }: ReadBackupOptions,
): AsyncGenerator<readonly Buffer[]> {
  const compressed = createReadStream(file, { ...(signal && { signal }) });
  let beginning: Buffer | undefined;
  compressed.on('data', (bytes) => {
    beginning ??= Buffer.from(bytes).subarray(0, GZIP.length);
    onBytes?.(compressed.bytesRead);
  });
  const text = createGunzip({ chunkSize: PIECE_BYTES });
  // What fails destroys both, and the loop below rejects with it.
  pipeline(compressed, text, () => undefined);
  const rest = new OpenLine(file);
  try {
    for await (const piece of text as AsyncIterable<Buffer>) yield rest.split(piece);
  } catch (error) {
    throw explained(error, file, beginning?.equals(GZIP) === true);
  }
  if (rest.length > 0) yield [rest.close()];
  // The decompressor passes over zeros after the end.
  if (text.bytesWritten !== (await stat(file)).size) throw damaged(file, FOLLOWED);
}

/** A line whose end has not been read yet. */
class OpenLine {
  private parts: Buffer[] = [];
  length = 0;

  constructor(private readonly file: string) {}

  /** The lines that end in that piece. */
  split(piece: Buffer): readonly Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, start)) {
      this.add(piece.subarray(start, end + 1));
      lines.push(this.close());
      start = end + 1;
    }
    if (start < piece.length) this.add(piece.subarray(start));
    return lines;
  }

  close(): Buffer {
    const [only = Buffer.alloc(0)] = this.parts;
    const line = this.parts.length === 1 ? only : Buffer.concat(this.parts);
    this.parts = [];
    this.length = 0;
    return line;
  }

  private add(part: Buffer): void {
    this.length += part.length;
    if (this.length > MAX_LINE_BYTES)
      throw new BackupError(
        `${this.file} has a line of more than ${MAX_LINE_BYTES} bytes, so it is damaged or not a backup; restore another one`,
      );
    this.parts.push(part);
  }
}

const LINE_FEED = 0x0a;

/** The first bytes of what gzip has compressed. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** What an error of zlib means. @param isGzip True if the file begins as what gzip has compressed. */
function explained(error: unknown, file: string, isGzip: boolean): unknown {
  const { code, message } = Object(error) as Partial<NodeJS.ErrnoException>;
  if (code === 'Z_BUF_ERROR') return new BackupError(`the backup ${file} is cut short; restore another one`);
  if (code?.startsWith('Z_') !== true) return error;
  if (message === 'incorrect header check') return isGzip ? damaged(file, FOLLOWED) : notABackup(file);
  return damaged(file, 'it cannot be decompressed');
}

/** What a file may not become between two readings. */
export function changedMeanwhile(file: string): UnavailableError {
  return new UnavailableError(`the file ${file} was changed while it was restored; nothing was restored`);
}
