import { basename, join } from 'node:path';
import { getAsset, getRawAsset, isSea } from 'node:sea';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Version of Pennon; that of package.json, which a test makes sure of. */
export const VERSION = '0.1.0';

/**
 * Directory in which a bundle has the programs of its threads, each in one file. The bundle defines it (deploy/bundle);
 * it is not defined where modules are loaded one by one.
 */
declare const BUNDLED_THREADS: string | undefined;

/** Defined by the bundler (deploy/bundle/bundle.mjs); not there in modules that run one by one. */
declare const SOURCE_COMMIT: string | undefined;

/** Commit that was built; empty when unknown. */
export const COMMIT = typeof SOURCE_COMMIT === 'string' ? SOURCE_COMMIT : '';

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
 * @param program A file of JavaScript as it is built. A bundle and the executable have the program of that name with
 *   all it imports.
 */
export function startThread(program: string, options: WorkerOptions): Worker {
  const name = basename(program);
  if (isExecutable()) return new Worker(packedFile(`threads/${name}`).toString(), { ...options, eval: true });
  const isBundled = typeof BUNDLED_THREADS !== 'undefined';
  return new Worker(isBundled ? join(BUNDLED_THREADS, name) : program, options);
}
