import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { explainFileError } from '../terminal/explain-file-error';
import { removeAtExit } from '../terminal/temporary-files';
import { type DocumentFile } from './document-file';

/** The same files, with standard input in a temporary file: so that all of them can be read more than once. */
export async function spoolStdin(files: readonly DocumentFile[]): Promise<readonly DocumentFile[]> {
  if (files.every(({ path }) => path !== undefined)) return files;
  const path = join(tmpdir(), `pennon-${randomUUID()}.part`);
  removeAtExit(path);
  try {
    await pipeline(process.stdin, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    throw explainFileError('write', path, error);
  }
  return files.map((file) => (file.path === undefined ? { ...file, path } : file));
}
