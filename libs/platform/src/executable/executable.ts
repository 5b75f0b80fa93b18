import { basename } from 'node:path';
import { getAsset, getRawAsset, isSea } from 'node:sea';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Version of Pennon; that of package.json, which a test makes sure of. */
export const VERSION = '0.1.0';

/** The list of what is packed, as JSON: an asset beside the others. */
const LIST = 'list.json';

/**
 * Whether this is the standalone executable: then there are no files beside the program, and what it needs is packed in
 * it.
 */
export function isExecutable(): boolean {
  return isSea();
}

/**
 * A file that was packed into the executable. Not for threads: only the main thread reaches what is packed.
 *
 * @param name As the build gave it, as `threads/document-thread.js`.
 * @throws Error if there is none of that name.
 */
export function packedFile(name: string): Buffer {
  return Buffer.from(getRawAsset(name) as ArrayBuffer);
}

/** The files that were packed below a folder, by their path in it. */
export function packedFolder(folder: string): ReadonlyMap<string, Buffer> {
  const prefix = `${folder}/`;
  const names = (JSON.parse(getAsset(LIST, 'utf8')) as readonly string[]).filter((name) =>
    name.startsWith(prefix),
  );
  return new Map(names.map((name) => [name.slice(prefix.length), packedFile(name)]));
}

/**
 * Starts a thread.
 *
 * @param program A file of JavaScript as it is built; the executable has the program of that name packed, with all it
 *   imports.
 */
export function startThread(program: string, options: WorkerOptions): Worker {
  if (!isExecutable()) return new Worker(program, options);
  const source = packedFile(`threads/${basename(program)}`).toString();
  return new Worker(source, { ...options, eval: true });
}
