import { Logger } from '@nestjs/common';
import { stat } from 'node:fs/promises';
import { type Config } from '@pennon/config';
import { restore } from '@pennon/storage';
import { type Given } from '../command-line/command';
import { loadSettings } from '../config/settings';
import { assertWritable } from '../targets/open-database';
import { exitCodes, interruptible } from '../terminal/exit';
import { explainFileError } from '../terminal/explain-file-error';
import { endWhenUnwritable, printLines } from '../terminal/print';
import { ProgressBar } from '../terminal/progress-bar';
import { fileOf } from './backup-argument';
import { contentsLine } from './contents-line';
import { PromptCollection } from './prompt-collection';

/** Restores a backup, or says what would be restored. @returns the exit code. */
export async function runRestore(given: Given): Promise<number> {
  endWhenUnwritable();
  const path = fileOf(given);
  const config = loadSettings(given);
  assertWritable(config);
  const size = await sizeOf(path);
  return interruptible(async (signal) => {
    await printLines(await restored(config, { path, size, isDryRun: given.isOn('dry-run'), signal }));
    return exitCodes.done;
  });
}

interface Asked {
  readonly path: string;
  /** Bytes of the file. */
  readonly size: number;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
}

/** @returns lines that say what was restored. */
async function restored({ db }: Config, { path, size, isDryRun, signal }: Asked): Promise<readonly string[]> {
  const logger = new Logger('restore');
  const collection = new PromptCollection();
  const bars = { checking: new ProgressBar('checking'), restoring: new ProgressBar('restoring') };
  try {
    const backup = await restore(db, path, {
      dryRun: isDryRun,
      signal,
      onProgress: (step, bytes) => {
        bars[step].show(path, bytes, size);
        collection.check();
      },
      onWait: () => {
        logger.log('waiting for another process that migrates or restores');
      },
    });
    const { version, at } = backup.header;
    const verb = isDryRun ? 'would restore' : 'restored';
    return [
      `${verb} ${contentsLine(backup)} into ${db.location}`,
      `from a backup of Pennon ${version}, ${at}`,
    ];
  } catch (error) {
    throw isOfFile(error) ? explainFileError('read', path, error) : error;
  } finally {
    bars.checking.clear();
    bars.restoring.clear();
  }
}

/** A file is read twice, which a pipe cannot be. */
async function sizeOf(path: string): Promise<number> {
  const present = await stat(path).catch((error: unknown) => {
    throw explainFileError('read', path, error);
  });
  if (present.isFile()) return present.size;
  throw new Error(`${path} is not a regular file; a backup is read twice, so write it to a file first`);
}

/** True for an error of reading the backup. */
function isOfFile(error: unknown): boolean {
  const { syscall } = Object(error) as Partial<NodeJS.ErrnoException>;
  return syscall === 'open' || syscall === 'read';
}
