import { type BigIntStats, existsSync, realpathSync, renameSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import type { SqliteDatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { isCorrupt } from '../database/driver-errors';
import { type FileIdentity, identityOf, isSameFile } from './file-identity';
import { FORMER } from './own-files';
import { type CheckpointState, WalIndex } from './wal-index';

/** How often the files are checked while nothing is read or written, in milliseconds. */
const CHECK_INTERVAL_MS = 500;

/** The write-ahead log and its index. SQLite keeps both as long as a process has the database open. */
const COMPANIONS = ['-wal', '-shm'] as const;

/** How to go on. Everything that still runs on the file may damage what is put in its place. */
const REMEDY =
  'It is no longer read or written, and a server evaluates from memory. Stop every process that uses the file, move ' +
  'the files ending in -wal and -shm away, put the right database file in place, and start again: see docs/backup.md';

/** The database file was replaced, overwritten or damaged while it was open. */
export class UnusableFileError extends UnavailableError {}

/** The database file as it was when no checkpoint was running. */
interface Unchanged {
  /** {@link CheckpointState.key} of then. */
  readonly checkpoints: string;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

/**
 * Notices that a database file was replaced, overwritten or damaged while it is open, and from then on refuses its use:
 * what SQLite writes then is lost, or destroys the file that was put in place (ADR 39).
 *
 * With a write-ahead log, only a checkpoint writes to the database file, and every checkpoint of every process leaves a
 * trace in the wal-index. So a file that changed without one was overwritten.
 */
export class FileGuard {
  private readonly logger = new Logger('database');
  private readonly path: string;
  private readonly companions = new Map<string, FileIdentity>();
  private readonly timer: NodeJS.Timeout;
  private index: WalIndex | undefined;
  private unchanged: Unchanged | undefined;
  private found: UnusableFileError | undefined;
  private isClosing = false;
  private onAlarm: (failure: UnusableFileError) => void = () => undefined;

  /** @param opened The database file, as it was when SQLite opened it. */
  private constructor(
    private readonly config: SqliteDatabaseConfig,
    private readonly opened: FileIdentity,
    private readonly isServer: boolean,
  ) {
    this.path = realpathSync(config.file);
    this.timer = setInterval(() => {
      this.check();
    }, CHECK_INTERVAL_MS).unref();
  }

  /**
   * Guards a file that SQLite has opened, and has read.
   *
   * @param opened The file, as it was found right after SQLite had opened it.
   * @param isServer True for the one process that has the file to itself.
   * @throws UnavailableError if it is not there any more.
   */
  static of(config: SqliteDatabaseConfig, opened: FileIdentity | undefined, isServer = false): FileGuard {
    if (!existsSync(config.file) || opened === undefined)
      throw new UnavailableError(`the database ${config.location} was deleted while it was being opened`);
    const guard = new FileGuard(config, opened, isServer);
    guard.check();
    return guard;
  }

  /** Why the file is not used any more; undefined while it is intact. Without paths. */
  get failure(): UnusableFileError | undefined {
    return this.found;
  }

  /** Has `listener` called once, as soon as something is noticed. */
  listen(listener: (failure: UnusableFileError) => void): void {
    this.onAlarm = listener;
  }

  /** @throws UnusableFileError if the file is known to be replaced, overwritten or damaged. */
  assertUsable(): void {
    if (this.found !== undefined) throw this.found;
  }

  /**
   * Asserts that everything that was read up to now comes from the file that was opened.
   *
   * @throws UnusableFileError if the file was replaced, overwritten or damaged.
   */
  assertIntact(): void {
    this.check();
    this.assertUsable();
  }

  /**
   * Asserts that what was just committed is in the file that was opened.
   *
   * @throws UnusableFileError if that is not certain.
   */
  assertKept(): void {
    this.check();
    if (this.found === undefined) return;
    throw new UnusableFileError(`${this.found.message}; this change may be lost`, {
      cause: this.found.cause,
    });
  }

  /** The reason why work on the file failed, if something is wrong with the file; otherwise undefined. */
  explain(error: unknown): UnusableFileError | undefined {
    if (error instanceof UnusableFileError) return error;
    this.check();
    if (this.found === undefined && isCorrupt(error)) this.alarm('is damaged', error);
    return this.found;
  }

  /** Looks a last time, before SQLite closes its connections: the last of them deletes the companions itself. */
  lookLast(): void {
    clearInterval(this.timer);
    this.check();
    this.isClosing = true;
  }

  /** Ends it, after SQLite has closed its connections: closing a file gives up every lock of this process on it. */
  close(): void {
    this.index?.close();
  }

  private check(): void {
    if (this.found !== undefined || this.isClosing) return;
    try {
      this.compare();
    } catch {
      // The file system does not say, because of permissions for example: it is asked again.
    }
  }

  private compare(): void {
    const now = identityOf(this.config.file);
    if (now === undefined) this.alarm('was deleted or moved', undefined, this.setAside());
    else if (!isSameFile(now, this.opened))
      this.alarm('was replaced by another file', undefined, this.setAside());
    else if (this.hasCompanions()) this.checkContents(now);
  }

  /** False, after an alarm, if one was deleted or replaced. A file without a write-ahead log may get one later. */
  private hasCompanions(): boolean {
    for (const suffix of COMPANIONS) {
      const known = this.companions.get(suffix);
      const now = identityOf(this.path + suffix);
      if (known === undefined) {
        if (now !== undefined) this.companions.set(suffix, now);
      } else if (!isSameFile(known, now)) {
        this.alarm(`lost its ${suffix} file, which was deleted or replaced`);
        return false;
      }
    }
    return true;
  }

  private checkContents(now: BigIntStats): void {
    const state = this.checkpoints();
    if (state === undefined) return;
    const { unchanged } = this;
    if (unchanged === undefined || unchanged.checkpoints !== state.key) {
      this.rememberContents(state);
      return;
    }
    // The state was read after the file's: no checkpoint has begun between the two looks at the file.
    if (now.size !== unchanged.size || now.mtimeNs !== unchanged.mtimeNs)
      this.alarm('was overwritten by another program');
  }

  /** Remembers the file as it is, if no checkpoint runs. */
  private rememberContents(before: CheckpointState): void {
    this.unchanged = undefined;
    const now = identityOf(this.config.file);
    const after = this.checkpoints();
    if (now === undefined || !before.isQuiet || after?.key !== before.key) return;
    this.unchanged = { checkpoints: before.key, size: now.size, mtimeNs: now.mtimeNs };
  }

  /** Only where the time of a change is known at once: Windows may tell it when the file is closed. */
  private checkpoints(): CheckpointState | undefined {
    if (process.platform !== 'linux') return undefined;
    this.index ??= WalIndex.open(`${this.path}-shm`);
    return this.index?.state();
  }

  /**
   * Takes the write-ahead log from beside a file that it does not belong to: SQLite would apply it at the next start,
   * and destroy what was put there.
   *
   * @returns A sentence about it; `''` if there is nothing to take away, or it cannot be.
   */
  private setAside(): string {
    if (!this.isServer) return '';
    const moved = [...this.companions].filter(([suffix, known]) => {
      const name = this.path + suffix;
      if (!isSameFile(known, identityOf(name))) return false;
      renameSync(name, name + FORMER);
      return true;
    });
    return moved.length === 0 ? '' : `Its write-ahead log is now in ${this.path}-wal${FORMER}. `;
  }

  private alarm(what: string, cause?: unknown, note = ''): void {
    clearInterval(this.timer);
    const { location } = this.config;
    const happened = cause === undefined ? `${what} while it was open` : what;
    this.found = new UnusableFileError(
      `the database file ${happened}: it is no longer read or written, until a restart; see the log`,
      { cause: new Error(`${location} ${what}`, { cause }) },
    );
    const reason = cause instanceof Error ? { reason: cause.message } : {};
    this.logger.error(reason, `the database file ${location} ${happened}. ${note}${REMEDY}`);
    this.onAlarm(this.found);
  }
}
