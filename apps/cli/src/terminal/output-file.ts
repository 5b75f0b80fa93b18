import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OWNER_ONLY } from '@pennon/platform';
import { explainFileError } from './explain-file-error';
import { remove, removeAtExit } from './temporary-files';

/** How an output file is made. */
interface OutputOptions {
  /** Permissions of the file. Unless given: those of the file that it replaces, or its owner's alone. */
  readonly mode?: number;
  /** False to refuse a file that is there in the end; true unless given. */
  readonly mayReplace?: boolean;
}

/**
 * A file that is written whole or not at all: what is written goes to a file beside it, which takes its place at the
 * end. What is no file, such as a pipe or `/dev/stdout`, is written to directly.
 */
export class OutputFile {
  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    /** The file beside it; undefined when it is written to directly. */
    private readonly temporary: string | undefined,
    private readonly mayReplace: boolean,
  ) {}

  /** @throws Error if the file cannot be written, with its name and the reason. */
  static async open(path: string, { mode, mayReplace = true }: OutputOptions = {}): Promise<OutputFile> {
    try {
      // A link goes on to lead to the file.
      const target = await realpath(path).catch(() => path);
      const present = await stat(target).catch(() => undefined);
      if (present !== undefined && !present.isFile()) {
        return new OutputFile(target, await open(target, 'w'), undefined, mayReplace);
      }
      const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
      removeAtExit(temporary);
      const usual = present === undefined ? OWNER_ONLY : present.mode & 0o777;
      const handle = await open(temporary, 'wx', mode ?? usual);
      return new OutputFile(target, handle, temporary, mayReplace);
    } catch (error) {
      throw explainFileError('write', path, error);
    }
  }

  async write(content: string | Uint8Array): Promise<void> {
    try {
      await this.handle.writeFile(content);
    } catch (error) {
      throw explainFileError('write', this.path, error);
    }
  }

  /** Makes what was written the file. @throws Error if it cannot be, or one is there that must not be replaced. */
  async commit(): Promise<void> {
    try {
      if (this.temporary !== undefined) await this.handle.sync();
      await this.handle.close();
      if (this.temporary === undefined) return;
      if (!this.mayReplace) await claim(this.path, this.temporary);
      // Does nothing to two names of one file.
      await rename(this.temporary, this.path);
      remove(this.temporary);
    } catch (error) {
      throw explainFileError('write', this.path, error);
    }
  }

  /** Leaves no trace of it. Does nothing after {@link commit}. */
  async discard(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    if (this.temporary !== undefined) remove(this.temporary);
  }
}

/** Takes a name that no file has: for a whole file where the file system has hard links, and else for an empty one. */
async function claim(path: string, whole: string): Promise<void> {
  try {
    await link(whole, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error) || error.code === 'EEXIST') throw error;
    await (await open(path, 'wx', OWNER_ONLY)).close();
  }
}
