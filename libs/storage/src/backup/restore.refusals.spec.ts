import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { backUpTo, textOf, writeText } from '../../../../test/support/backup/backup-file';
import { configFor, openTemporaryDatabase } from '../../../../test/support/temporary-database';
import { BackupError } from './backup-error';
import { type TableLine } from './backup-form';
import { restore } from './restore';

let directory: string;
let backup: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-backup-'));
  backup = join(directory, 'good.gz');
  const temporary = await openTemporaryDatabase();
  await backUpTo(backup, temporary.config().db);
  await temporary.remove();
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

type Edit = (text: string) => string;

const header =
  (change: object): Edit =>
  (text) => {
    const [first = '', ...rest] = text.split('\n');
    return [JSON.stringify({ ...(JSON.parse(first) as object), ...change }), ...rest].join('\n');
  };

/** Changes the oldest version that may use the database. */
const oldestVersion =
  (version: string): Edit =>
  (text) =>
    text.replace(/"0\.1\.0",("[^"]*"\])/, `"${version}",$1`);

/** Changes a value of the first row of a table. */
const firstRow =
  (table: string, column: string, value: string): Edit =>
  (text) => {
    const lines = text.split('\n');
    const place = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`));
    const { columns } = JSON.parse(lines[place] ?? '') as TableLine;
    const row = JSON.parse(lines[place + 1] ?? '') as unknown[];
    return lines.with(place + 1, JSON.stringify(row.with(columns.indexOf(column), value))).join('\n');
  };

const withoutLine =
  (pattern: RegExp): Edit =>
  (text) =>
    text
      .split('\n')
      .filter((line) => !pattern.test(line))
      .join('\n');

const texts: readonly (readonly [title: string, edit: Edit, message: RegExp])[] = [
  ['a text of something else', () => 'flags: []\n', /is not a backup of Pennon; name a file/],
  ['an empty text', () => '', /is not a backup of Pennon/],
  ['JSON of something else', () => '{"format":"other"}\n', /is not a backup of Pennon/],
  ['a version with other text', header({ version: '0.1.0\n\u001b[31m' }), /is not a backup of Pennon/],
  ['a time that is none', header({ at: 'now\n' }), /is not a backup of Pennon/],
  ['a newer form', header({ form: 2, version: '9.0.0' }), /written by Pennon 9\.0\.0 and has form 2, which/],
  [
    'a migration of a newer version',
    header({ migrations: ['InitialSchema1763683200000', 'Later9'], version: '9.0.0' }),
    /has the migration "Later9", which Pennon .* restore it with Pennon 9\.0\.0 or a newer version/,
  ],
  [
    'a line that is missing',
    withoutLine(/^\["end",0\]/),
    /is damaged: its contents do not match its checksum/,
  ],
  [
    'a table that is missing',
    withoutLine(/"table":"flags"/),
    /is damaged: its tables are not those of its mig/,
  ],
  ['a changed value', (text) => text.replace('"Default"', '"Changed"'), /do not match its checksum/],
  [
    'a value of another type',
    (text) => text.replace(',true,', ',1,'),
    /row 1 does not fit the table namespaces/,
  ],
  [
    'a row of another length',
    (text) => text.replace('["end",0]', '["end"]'),
    /does not fit the table audit_pos/,
  ],
  [
    'a database that is for newer versions',
    oldestVersion('9.0.0'),
    /is for version "9\.0\.0" of Pennon and newer ones, and this is/,
  ],
  ['a database whose oldest version is none', oldestVersion('abc'), /is for version "abc" of Pennon/],
  [
    'a feature of a newer version',
    firstRow('namespaces', 'features', 'made-up'),
    /^namespace "default" of the backup .* uses the feature "made-up", which version .* lacks; restore it with a newer one/,
  ],
  ['an end that is missing', withoutLine(/"sha256"/), /is cut short; restore another one/],
  ['a line after the end', (text) => `${text}["end",0]\n`, /is damaged: something follows its end/],
];

it.each(texts)('refuses %s, and makes no database', async (_, edit, message) => {
  const file = join(directory, 'bad.gz');
  writeText(file, edit(textOf(backup)));
  await expectRefused(file, message);
});

const files: readonly (readonly [title: string, edit: (bytes: Buffer) => Buffer, message: RegExp])[] = [
  ['that is cut short', (bytes) => bytes.subarray(0, bytes.length - 20), /is cut short/],
  ['that is cut in half', (bytes) => bytes.subarray(0, bytes.length / 2), /is cut short/],
  ['that is empty', () => Buffer.alloc(0), /is cut short/],
  ['that is not compressed', () => Buffer.from('{"format":"pennon-backup"}'), /is not a backup of Pennon/],
  ['with bytes after it', (bytes) => Buffer.concat([bytes, gzipSync('x\n')]), /something follows its end/],
  ['with zeros after it', (bytes) => Buffer.concat([bytes, Buffer.alloc(1)]), /something follows its end/],
  [
    'with many zeros after it',
    (bytes) => Buffer.concat([bytes, Buffer.alloc(1e6)]),
    /something follows its end/,
  ],
  ['with text after it', (bytes) => Buffer.concat([bytes, Buffer.from('junk')]), /something follows its end/],
  [
    'with much text after it',
    (bytes) => Buffer.concat([bytes, Buffer.alloc(1e6, 'x')]),
    /something follows its/,
  ],
  ['with itself after it', (bytes) => Buffer.concat([bytes, bytes]), /something follows its end/],
  [
    'with a byte that was changed',
    (bytes) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bytes.length - 6) ^ 1, bytes.length - 6);
      return changed;
    },
    /is damaged: it cannot be decompressed/,
  ],
];

it.each(files)('refuses a file %s, and makes no database', async (_, edit, message) => {
  const file = join(directory, 'bad.gz');
  writeFileSync(file, edit(readFileSync(backup)));
  await expectRefused(file, message);
});

async function expectRefused(file: string, message: RegExp): Promise<void> {
  const target = join(directory, 'target');
  const restoring = restore(configFor(`file:${join(target, 'p.db')}`).db, file);
  await expect(restoring).rejects.toThrow(message);
  await expect(restoring).rejects.toBeInstanceOf(BackupError);
  expect(existsSync(target)).toBe(false);
}

it('says that a file is not there', async () => {
  const { db } = configFor(`file:${join(directory, 'p.db')}`);
  await expect(restore(db, join(directory, 'none.gz'))).rejects.toThrow('ENOENT');
});
