import type { BackupContents } from './back-up';
import type { BackupHeader, BackupTrailer } from './backup-form';
import { featuresIn, quote, whyLacking } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import { isVersionFor } from '../database/schema-state';
import { BackupError } from './backup-error';
import type { Row } from './backup-form';
import type { BackupTable } from './backup-tables';
import { readBackup, type ReadBackupOptions } from './read-backup';

/** What a backup holds, and what tells it from every other one. */
export interface InspectedBackup extends BackupContents {
  readonly sha256: string;
}

/** Reads a whole backup and checks it. Changes nothing. @throws what {@link readBackup} throws. */
export async function inspectBackup(file: string, options?: ReadBackupOptions): Promise<InspectedBackup> {
  let header: BackupHeader | undefined;
  let trailer: BackupTrailer | undefined;
  let table: BackupTable | undefined;
  const tables = new Map<string, number>();
  for await (const part of readBackup(file, options)) {
    switch (part.kind) {
      case 'header':
        ({ header } = part);
        break;
      case 'table':
        ({ table } = part);
        tables.set(table.name, 0);
        break;
      case 'rows':
        if (table === undefined) break;
        tables.set(table.name, (tables.get(table.name) ?? 0) + part.rows.length);
        for (const row of part.rows) assertUsable(file, table, row);
        break;
      case 'end':
        ({ trailer } = part);
    }
  }
  if (header !== undefined && trailer !== undefined) return { header, tables, ...trailer };
  throw new Error('a backup without an end was read to its end');
}

/** @throws BackupError if the row says that the backup is for newer versions. */
function assertUsable(file: string, { name, columns }: BackupTable, row: Row): void {
  if (name !== 'deployment' && name !== 'namespaces') return;
  const textOf = (column: string): string => {
    const value = row[columns.findIndex((one) => one.name === column)];
    return typeof value === 'string' ? value : '';
  };
  const minVersion = textOf('min_version');
  if (minVersion !== '' && !isVersionFor(minVersion))
    throw new BackupError(
      `the backup ${file} is for version ${quote(minVersion)} of Pennon and newer ones, and this is ${VERSION}`,
    );
  if (name !== 'namespaces') return;
  const subject = `namespace ${quote(textOf('key'))} of the backup ${file}`;
  const lack = whyLacking(subject, featuresIn(textOf('features')), VERSION);
  if (lack !== undefined) throw new BackupError(`${lack}; restore it with a newer one`);
}
