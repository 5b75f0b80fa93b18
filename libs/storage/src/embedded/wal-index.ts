import { closeSync, openSync, readSync } from 'node:fs';
import { type FileIdentity, identityOf, isSameFile } from './file-identity';

/** Bytes of the wal-index that are read: its header, and what is said of checkpoints. */
const HEADER_BYTES = 132;

/** Where each field lies (https://sqlite.org/walformat.html). */
const SALTS = [32, 40] as const;
const BACKFILLED = [96, 100] as const;
const BACKFILL_ATTEMPTED = [128, 132] as const;

/** What the wal-index says of checkpoints. No state comes back, because the salts count the restarts of the log. */
export interface CheckpointState {
  /** For comparison: salts, frames that were written to the database, and frames that were about to be. */
  readonly key: string;
  /** False while a checkpoint may be writing to the database, or one was interrupted. */
  readonly isQuiet: boolean;
}

/**
 * The open descriptors of this process, by file. Closing any descriptor of a file drops the locks that SQLite has on it
 * in this process (https://sqlite.org/howtocorrupt.html, 2.2). So there is one descriptor, closed with the last user.
 */
const descriptors: (FileIdentity & { readonly fd: number; users: number })[] = [];

/** The index of a write-ahead log (`-shm`), in which every process that uses a database records its checkpoints. */
export class WalIndex {
  private readonly header = Buffer.alloc(HEADER_BYTES);

  private constructor(private readonly descriptor: (typeof descriptors)[number]) {}

  /** Opens the index of a database that SQLite has open. Undefined if there is none, or it cannot be read. */
  static open(file: string): WalIndex | undefined {
    const identity = identityOf(file);
    if (identity === undefined) return undefined;
    const open = descriptors.find((known) => isSameFile(known, identity));
    if (open !== undefined) {
      open.users++;
      return new WalIndex(open);
    }
    try {
      const descriptor = { ...identity, fd: openSync(file, 'r'), users: 1 };
      descriptors.push(descriptor);
      return new WalIndex(descriptor);
    } catch {
      return undefined;
    }
  }

  /** What it says now; undefined if it cannot be read. */
  state(): CheckpointState | undefined {
    try {
      if (readSync(this.descriptor.fd, this.header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined;
    } catch {
      return undefined;
    }
    const [salts, backfilled, attempted] = [
      this.field(SALTS),
      this.field(BACKFILLED),
      this.field(BACKFILL_ATTEMPTED),
    ];
    return { key: salts + backfilled + attempted, isQuiet: backfilled === attempted };
  }

  /** Its bytes, one in each character. */
  private field([from, to]: readonly [number, number]): string {
    return this.header.toString('latin1', from, to);
  }

  /** Only after SQLite has closed its connections. */
  close(): void {
    if (--this.descriptor.users > 0) return;
    descriptors.splice(descriptors.indexOf(this.descriptor), 1);
    closeSync(this.descriptor.fd);
  }
}
