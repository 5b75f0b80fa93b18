import { basename } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { isExecutable, packedFile } from './packed';

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
