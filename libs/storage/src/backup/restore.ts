import type { DataSource } from 'typeorm';
import type { DatabaseConfig } from '@pennon/config';
import { translateDriverError } from '../database/driver-errors';
import { fillDatabase } from './fill-database';
import { inspectBackup, type InspectedBackup } from './inspect-backup';
import { assertEmptyFile, restoreFile } from './restore-file';
import { assertEmptyServer, restoreServer } from './restore-server';

/** How a backup is restored. */
export interface RestoreOptions {
  /** True to check the backup and the database, and change nothing. */
  readonly dryRun?: boolean;
  /** Called now and then. @param bytes Of the file, that were read by now; each step reads all of it. */
  readonly onProgress?: (step: 'checking' | 'restoring', bytes: number) => void;
  /** Called every few seconds while another process migrates or restores. */
  readonly onWait?: () => void;
  /** Ends it: what was made is removed, and it rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/**
 * Restores a backup into an empty database of any kind, and returns what it holds. All of it is checked before anything
 * is changed; when anything fails the database is as it was.
 *
 * @throws BackupError for a file that cannot be restored.
 * @throws BackupTargetError if the database is not empty.
 * @throws UnavailableError if the database cannot be used, or a server has the SQLite file.
 * @throws Error of `node:fs` for a file that cannot be read.
 */
export async function restore(
  config: DatabaseConfig,
  file: string,
  { dryRun = false, onProgress, onWait, signal }: RestoreOptions = {},
): Promise<InspectedBackup> {
  const reading = (step: 'checking' | 'restoring') => ({
    onBytes: (bytes: number) => onProgress?.(step, bytes),
    ...(signal && { signal }),
  });
  const backup = await inspectBackup(file, reading('checking'));
  const fill = (dataSource: DataSource): Promise<void> =>
    fillDatabase(dataSource, file, backup, reading('restoring'));
  const waiting = (): void => {
    signal?.throwIfAborted();
    onWait?.();
  };
  try {
    if (config.dialect === 'sqlite') await (dryRun ? assertEmptyFile(config) : restoreFile(config, fill));
    else await (dryRun ? assertEmptyServer(config) : restoreServer(config, fill, waiting));
  } catch (error) {
    throw translateDriverError(error);
  }
  return backup;
}
