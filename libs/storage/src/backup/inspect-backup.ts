import type { BackupContents } from './back-up';
import type { BackupHeader, BackupTrailer } from './backup-form';
import { readBackup, type ReadBackupOptions } from './read-backup';

/** What a backup holds, and what tells it from every other one. */
export interface InspectedBackup extends BackupContents {
  readonly sha256: string;
}

/** Reads a whole backup and checks it. Changes nothing. @throws what {@link readBackup} throws. */
export async function inspectBackup(file: string, options?: ReadBackupOptions): Promise<InspectedBackup> {
  let header: BackupHeader | undefined;
  let trailer: BackupTrailer | undefined;
  let table = '';
  const tables = new Map<string, number>();
  for await (const part of readBackup(file, options)) {
    switch (part.kind) {
      case 'header':
        ({ header } = part);
        break;
      case 'table':
        table = part.table.name;
        tables.set(table, 0);
        break;
      case 'rows':
        tables.set(table, (tables.get(table) ?? 0) + part.rows.length);
        break;
      case 'end':
        ({ trailer } = part);
    }
  }
  if (header !== undefined && trailer !== undefined) return { header, tables, ...trailer };
  throw new Error('a backup without an end was read to its end');
}
