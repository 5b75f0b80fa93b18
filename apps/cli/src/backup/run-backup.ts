import { lstat, stat } from 'node:fs/promises';
import type { DatabaseConfig } from '@pennon/config';
import { OWNER_ONLY, VERSION } from '@pennon/platform';
import { backUp, ownFilesOf } from '@pennon/storage';
import { type Given } from '../command-line/command';
import { loadSettings } from '../config/settings';
import { assertStoredInDatabase } from '../targets/open-database';
import { exitCodes } from '../terminal/exit';
import { OutputFile } from '../terminal/output-file';
import { tell } from '../terminal/print';
import { ProgressBar } from '../terminal/progress-bar';
import { fileOf } from './backup-argument';
import { contentsLine } from './contents-line';
import { giveWay } from './give-way';
import { PromptCollection } from './prompt-collection';

/** Writes a backup. @returns the exit code. */
export async function runBackup(given: Given): Promise<number> {
  giveWay();
  const path = fileOf(given);
  const config = loadSettings(given);
  assertStoredInDatabase(config);
  const mayReplace = given.isOn('overwrite');
  await assertMayBeWritten(path, config.db, mayReplace);
  const file = await OutputFile.open(path, { mode: OWNER_ONLY, mayReplace });
  const bar = new ProgressBar('backing up');
  const collection = new PromptCollection();
  try {
    const contents = await backUp(config.db, {
      version: VERSION,
      at: new Date().toISOString(),
      write: async (bytes) => file.write(bytes),
      onProgress: (table, done, all) => {
        bar.show(table, done, all);
        collection.check();
      },
    });
    await file.commit();
    bar.clear();
    tell(`backed up ${contentsLine(contents)} to ${path}`);
    return exitCodes.done;
  } catch (error) {
    bar.clear();
    await file.discard();
    throw error;
  }
}

/**
 * A device is written to as it is.
 *
 * @throws Error if the file must not be written: it belongs to the database, is there already, or is a pipe, whose
 *   other end nobody may ever open.
 */
async function assertMayBeWritten(path: string, db: DatabaseConfig, mayReplace: boolean): Promise<void> {
  // A link that leads nowhere is there, too.
  const present = await stat(path).catch(async () => lstat(path).catch(() => undefined));
  if (present === undefined) return;
  if (present.isFIFO()) throw new Error(`${path} is a pipe; name a file`);
  if (!present.isFile() && !present.isSymbolicLink()) return;
  for (const name of db.dialect === 'sqlite' ? ownFilesOf(db.file) : []) {
    const other = await stat(name).catch(() => undefined);
    if (other?.dev === present.dev && other.ino === present.ino)
      throw new Error(`the file ${path} belongs to the database ${db.location}; name another one`);
  }
  if (!mayReplace)
    throw new Error(`the file ${path} exists; name another one, or replace it with --overwrite`);
}
