import { constants, type BigIntStats } from 'node:fs';
import { open, readdir, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ReadOnlyError, TooLargeError, UnavailableError, quote } from '@pennon/domain';
import {
  type GetOptions,
  type ListOptions,
  type ObjectContents,
  ObjectStore,
  type StoredObject,
} from '@pennon/publication';

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

/**
 * The files of a directory and of those below it as objects, to be read. Keys are paths with `/` in between.
 *
 * Links to files are followed, links to directories are not, but for the one that the path itself may be: whoever swaps
 * that link swaps everything at once. What is called `..something` belongs to Kubernetes, which keeps the files of a
 * mounted ConfigMap there and links to them, and is not looked into.
 */
export class DirectoryStore extends ObjectStore {
  readonly location: string;

  /** @param path A relative one starts at the working directory. */
  constructor(path: string) {
    super();
    this.location = resolve(path);
  }

  async get(
    key: string,
    { maxBytes, unlessEtag }: GetOptions,
  ): Promise<ObjectContents | 'unchanged' | undefined> {
    return this.attempt(key, async () => {
      const handle = await openFile(join(await realpath(this.location), pathOf(key)));
      if (handle === undefined) return undefined;
      try {
        return await readObject(handle, key, { maxBytes, unlessEtag });
      } finally {
        await handle.close();
      }
    });
  }

  async list(prefix: string, { maxObjects }: ListOptions): Promise<readonly StoredObject[]> {
    const found: StoredObject[] = [];
    await this.attempt('', async () => {
      const root = await realpath(this.location);
      for await (const object of filesBelow(root, '')) {
        if (!object.key.startsWith(prefix)) continue;
        if (found.length === maxObjects) {
          throw new TooLargeError(`${this.location} has more than ${maxObjects} files`);
        }
        found.push(object);
      }
    });
    return found.sort((left, right) => Buffer.compare(Buffer.from(left.key), Buffer.from(right.key)));
  }

  async put(): Promise<never> {
    return Promise.reject(new ReadOnlyError());
  }

  async delete(): Promise<never> {
    return Promise.reject(new ReadOnlyError());
  }

  close(): void {
    // Nothing is open between two calls.
  }

  private async attempt<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      const what = key === '' ? this.location : `${key} in ${this.location}`;
      throw new UnavailableError(`${what} cannot be read: ${error.message}`, { cause: error });
    }
  }
}

/** @throws UnavailableError if the key leads out of the directory. */
function pathOf(key: string): string {
  const steps = key.split('/');
  if (steps.some((step) => step === '' || step === '.' || step === '..' || step.includes('\0'))) {
    throw new UnavailableError(`${quote(key)} is no path of a file below the directory`);
  }
  return join(...steps);
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    // Not to wait for the other end of what may be a pipe.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw error;
  }
}

async function readObject(
  handle: FileHandle,
  key: string,
  { maxBytes, unlessEtag }: GetOptions,
): Promise<ObjectContents | 'unchanged' | undefined> {
  const before = await handle.stat({ bigint: true });
  if (!before.isFile()) return undefined;
  const object = objectOf(key, before);
  if (object.etag === unlessEtag) return 'unchanged';
  if (object.size > maxBytes) throw new TooLargeError(`${key} is longer than ${maxBytes} bytes`);
  const body = await readUpTo(handle, object.size + 1);
  const after = objectOf(key, await handle.stat({ bigint: true }));
  if (after.etag !== object.etag || body.length !== object.size) {
    throw new UnavailableError(`${key} was changed while it was read`);
  }
  return { ...object, body };
}

/** The first so many bytes, or all where there are fewer. */
async function readUpTo(handle: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  for (let filled = 0; ;) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === length) return buffer.subarray(0, filled);
  }
}

async function* filesBelow(directory: string, prefix: string): AsyncGenerator<StoredObject> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.name.startsWith('..')) continue;
    const path = join(directory, entry.name);
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(path, `${key}/`);
    else if (entry.isFile() || entry.isSymbolicLink()) {
      const stats = await statOf(path, entry.isSymbolicLink());
      if (stats?.isFile() === true) yield objectOf(key, stats);
    }
  }
}

/**
 * Undefined for a file that was deleted meanwhile. A link that leads nowhere is an error: its flags must not be lost.
 */
async function statOf(path: string, isLink: boolean): Promise<BigIntStats | undefined> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if (!isLink && isSystemError(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function objectOf(key: string, { ino, mtimeNs, ctimeNs, size }: BigIntStats): StoredObject {
  return {
    key,
    // The moment of the last change of any kind is told in nanoseconds and set by the system alone.
    etag: [ino, mtimeNs, ctimeNs, size].map((part) => part.toString(36)).join('-'),
    size: Number(size),
    modifiedAt: new Date(Number(mtimeNs / NANOSECONDS_PER_MILLISECOND)),
  };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}
