import { randomBytes } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { OWNER_ONLY } from '@pennon/platform';
import { isIoFailure, isOutOfSpace } from '../database/driver-errors';

/**
 * Twice what SQLite needs to open a file with a write-ahead log that was closed in good order: it makes an index of
 * 32 KiB beside it, also to read.
 */
const RESERVE_BYTES = 65_536;

/** Space beside the SQLite file that is set aside, so that the file can be opened again while the disk is full. */
export class DiskReserve {
  private readonly file: string;

  constructor(database: string) {
    this.file = `${database}.reserve`;
  }

  /** Sets the space aside unless that was done. Does nothing where there is none. */
  async fill(): Promise<void> {
    try {
      const { size } = await stat(this.file).catch(() => ({ size: 0 }));
      if (size >= RESERVE_BYTES) return;
      // A file system may compress what is not random.
      await writeFile(this.file, randomBytes(RESERVE_BYTES), { mode: OWNER_ONLY, flush: true });
    } catch {
      await rm(this.file, { force: true }).catch(() => undefined);
    }
  }

  /** Opens the database; where the disk has no space for that, once more with the reserve. @throws what `open` does. */
  async opening<T>(open: () => Promise<T>): Promise<T> {
    try {
      return await open();
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (!isIoFailure(cause) && !isOutOfSpace(cause)) throw error;
      await rm(this.file, { force: true }).catch(() => undefined);
      return open();
    }
  }
}
