import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { SnapshotDirectory } from '@pennon/snapshots';
import { FileLock } from '@pennon/storage';

/** The directory of a reader's snapshots, which no other reader uses meanwhile. */
export interface SnapshotPlace {
  readonly directory: SnapshotDirectory;
  /** Writes what is pending, and lets other readers have the directory. */
  close(): Promise<void>;
}

/**
 * Opens the directory that the settings name; undefined if they name none.
 *
 * Two readers in one directory would overwrite each other's files with older ones, and call them current.
 *
 * @throws UnavailableError if another reader uses it, which is named, or if it cannot be written.
 */
export async function openSnapshotPlace({
  snapshot,
}: Pick<Config, 'snapshot'>): Promise<SnapshotPlace | undefined> {
  const { directory: path } = snapshot;
  if (path === undefined) return undefined;
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UnavailableError(`the directory ${path} of snapshots cannot be used`, { cause: error });
  }
  const advice = '; every reader needs a snapshot.directory of its own';
  const lock = await FileLock.take(join(path, 'lock'), `the directory ${path} of snapshots`, advice);
  try {
    const directory = await SnapshotDirectory.open(path);
    return {
      directory,
      async close() {
        await directory.flush();
        await lock.destroy();
      },
    };
  } catch (error) {
    await lock.destroy();
    throw error;
  }
}
