import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat, utimes, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { messageOf } from '@pennon/domain';
import { SNAPSHOT_FORMAT_VERSION, type SnapshotDocument } from '@pennon/snapshot';
import { documentText, DocumentReader } from './document-text';

/** How long after a change a document is written, in milliseconds, so that a burst of changes is written once. */
const SAVE_DELAY_MS = 1000;

/** How long after a failure what could not be written is written again, in milliseconds. */
const RETRY_DELAY_MS = 5000;

/** How often it is noted that the documents are current, in milliseconds. */
const CONFIRM_INTERVAL_MS = 10_000;

/** Of files with a snapshot. */
const SUFFIX = numbered('.snapshot', SNAPSHOT_FORMAT_VERSION);

/** Of files that are being written. */
const UNFINISHED = '.new';

/** An empty file: when it was changed last is when the documents were last known to be current. */
const CURRENT = numbered('current', SNAPSHOT_FORMAT_VERSION);

/**
 * A name for files of that format. A version of Pennon with another format keeps files of its own, so that an upgrade
 * and the way back cost neither version its snapshots. Format 2 is older than this rule, and has no number.
 */
function numbered(name: string, format: number): string {
  return format > 2 ? `${name}${format}` : name;
}

/**
 * Documents in files, one for each namespace, to start from when there is no other source.
 *
 * A file is replaced whole or not at all, and ends with the SHA-256 of what is before: one that was damaged or cut off
 * is not used. Only this user can read them. While files cannot be written, as on a full disk, the instance goes on
 * without: what is to be written waits until it can be.
 */
export class SnapshotDirectory {
  private readonly logger = new Logger('snapshot');
  /** What is to be written; undefined for a file that is to go. */
  private readonly pending = new Map<string, SnapshotDocument | undefined>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  /** What was found in the files, until it is forgotten. */
  private found: Promise<ReadonlyMap<string, SnapshotDocument>> | undefined;
  private prepared: Promise<void> | undefined;
  /** True from a failure to write until everything could be written again. */
  private isFailing = false;

  /** @param currentAt When the documents were last known to be current, in milliseconds since the Unix epoch. */
  private constructor(
    private readonly path: string,
    private readonly claim: () => Promise<void>,
    private currentAt: number,
  ) {}

  /**
   * Opens the directory, which may be missing.
   *
   * @param claim Makes the directory and makes it this process's own. Called before anything is written, until it
   *   has succeeded.
   */
  static async open(path: string, claim: () => Promise<void>): Promise<SnapshotDirectory> {
    return new SnapshotDirectory(path, claim, await changedAt(join(path, CURRENT)));
  }

  /** True if there is anything to start from: a document that is whole. Reads them all. Never rejects. */
  async hasDocuments(): Promise<boolean> {
    const documents = await this.loadAll();
    return documents.size > 0;
  }

  /**
   * Every document there was that is whole, by the key of its namespace: the files are read by the first call, and what
   * was found is kept until {@link forget}. Never rejects.
   */
  async loadAll(): Promise<ReadonlyMap<string, SnapshotDocument>> {
    this.found ??= this.readAll();
    return this.found;
  }

  /** Lets go of the documents that were loaded, which are needed no more. */
  forget(): void {
    this.found = undefined;
  }

  /** How long ago the documents were last known to be current, in milliseconds, as far as the clock can be trusted. */
  ageMs(): number {
    return Math.max(Date.now() - this.currentAt, 0);
  }

  /** Notes that the documents are current; it may be called often. Never rejects. */
  async confirm(): Promise<void> {
    const now = Date.now();
    // Files that could not be written are not current.
    if (this.isFailing || now - this.currentAt < CONFIRM_INTERVAL_MS) return;
    this.currentAt = now;
    try {
      await this.prepare();
      const file = join(this.path, CURRENT);
      await writeFile(file, '', { mode: 0o600 });
      await utimes(file, now / 1000, now / 1000);
    } catch {
      // The documents then count for older than they are.
    }
  }

  /** Has a document written soon, in place of that of an earlier revision. */
  save(document: SnapshotDocument): void {
    this.later(document.namespaceKey, document);
  }

  /** Has the file of a namespace that is gone removed soon. */
  remove(namespaceKey: string): void {
    this.later(namespaceKey, undefined);
  }

  /** Removes the files of all other namespaces. Never rejects. */
  async keepOnly(namespaceKeys: readonly string[]): Promise<void> {
    const kept = new Set(namespaceKeys.map(fileOf));
    try {
      await this.prepare();
      for (const name of await readdir(this.path)) {
        if (name.endsWith(SUFFIX) && !kept.has(name)) await rm(join(this.path, name), { force: true });
      }
    } catch {
      // A start from files that are too many is late, and not wrong: the source has the last word.
    }
  }

  /** Resolves when everything is written that can be. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.writePending());
    await this.writing;
  }

  private later(namespaceKey: string, document: SnapshotDocument | undefined): void {
    this.pending.set(namespaceKey, document);
    this.flushIn(this.isFailing ? RETRY_DELAY_MS : SAVE_DELAY_MS);
  }

  private flushIn(milliseconds: number): void {
    this.timer ??= setTimeout(() => void this.flush(), milliseconds).unref();
  }

  private async writePending(): Promise<void> {
    const due = [...this.pending];
    this.pending.clear();
    let failure: unknown;
    for (const [namespaceKey, document] of due) {
      try {
        await this.writeOne(namespaceKey, document);
      } catch (error) {
        failure ??= error;
        // The file of the earlier revision is still there. A later document may wait already.
        if (!this.pending.has(namespaceKey)) this.pending.set(namespaceKey, document);
      }
    }
    if (due.length > 0) this.tell(failure);
    if (this.isFailing) this.flushIn(RETRY_DELAY_MS);
  }

  private async writeOne(namespaceKey: string, document: SnapshotDocument | undefined): Promise<void> {
    await this.prepare();
    const file = join(this.path, fileOf(namespaceKey));
    if (document === undefined) await rm(file, { force: true });
    else await this.write(file, document);
  }

  /** One line when files can no longer be written, and one when they can be again. */
  private tell(failure: unknown): void {
    const wasFailing = this.isFailing;
    this.isFailing = failure !== undefined;
    if (this.isFailing === wasFailing) return;
    const { path } = this;
    if (wasFailing) this.logger.log({ path }, 'snapshots are copied to their directory again');
    else
      this.logger.warn(
        { err: failure, path },
        'snapshots cannot be copied to their directory: serving goes on, and they are copied when they can be',
      );
  }

  private async prepare(): Promise<void> {
    this.prepared ??= this.makeReady();
    try {
      await this.prepared;
    } catch (error) {
      this.prepared = undefined;
      throw error;
    }
  }

  /** Claims the directory, and removes what a process that was killed has left half written. */
  private async makeReady(): Promise<void> {
    await this.claim();
    for (const name of await readdir(this.path))
      if (name.endsWith(UNFINISHED)) await rm(join(this.path, name));
  }

  private async write(file: string, document: SnapshotDocument): Promise<void> {
    const temporary = `${file}.${randomUUID()}${UNFINISHED}`;
    try {
      const handle = await open(temporary, 'wx', 0o600);
      try {
        await writeTo(handle, document);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
      await this.sync();
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Makes the renaming last. */
  private async sync(): Promise<void> {
    const handle = await open(this.path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  private async readAll(): Promise<ReadonlyMap<string, SnapshotDocument>> {
    const documents = new Map<string, SnapshotDocument>();
    for (const name of await this.files()) {
      const document = await this.read(name);
      if (document !== undefined) documents.set(document.namespaceKey, document);
    }
    return documents;
  }

  private async read(name: string): Promise<SnapshotDocument | undefined> {
    try {
      const document = await readFrom(join(this.path, name));
      if (name !== fileOf(document.namespaceKey)) throw new Error('it has the name of another namespace');
      return document;
    } catch (error) {
      const reason = messageOf(error);
      this.logger.warn({ file: name, reason }, 'the file of a snapshot is not used');
      return undefined;
    }
  }

  private async files(): Promise<readonly string[]> {
    const names = await readdir(this.path).catch(() => []);
    const others = names.filter((name) => /\.snapshot\d*$/.test(name) && !name.endsWith(SUFFIX));
    if (others.length > 0)
      this.logger.warn(
        { path: this.path, files: others.length },
        'the directory has snapshots of another version of Pennon: they are not used, and stay',
      );
    return names.filter((name) => name.endsWith(SUFFIX));
  }
}

/** When a file was changed last, in milliseconds since the Unix epoch; 0 when there is none. */
async function changedAt(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}

/** A name that every file system can hold, whatever the key. */
function fileOf(namespaceKey: string): string {
  return `${createHash('sha256').update(namespaceKey).digest('hex')}${SUFFIX}`;
}

async function writeTo(handle: FileHandle, document: SnapshotDocument): Promise<void> {
  const digest = createHash('sha256');
  for await (const part of documentText(document)) {
    digest.update(part);
    await handle.writeFile(part);
  }
  await handle.writeFile(`${digest.digest('hex')}\n`);
}

/** @throws Error if the file is not whole. */
async function readFrom(file: string): Promise<SnapshotDocument> {
  const digest = createHash('sha256');
  const reader = new DocumentReader();
  // What was read and may be, or belong to, the last line.
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const text = rest + String(chunk);
    const end = text.lastIndexOf('\n', text.length - 2) + 1;
    const lines = text.slice(0, end);
    rest = text.slice(end);
    digest.update(lines);
    await reader.take(lines);
  }
  if (rest !== `${digest.digest('hex')}\n`) throw new Error('it was damaged or cut off');
  return reader.end();
}
