import { stat } from 'node:fs/promises';
import { OWNER_ONLY, VERSION } from '@pennon/platform';
import { backUp } from '@pennon/storage';
import { type Given } from '../command-line/command';
import { loadSettings } from '../config/settings';
import { assertStoredInDatabase } from '../targets/open-database';
import { exitCodes } from '../terminal/exit';
import { OutputFile } from '../terminal/output-file';
import { tell } from '../terminal/print';
import { ProgressBar } from '../terminal/progress-bar';
import { contentsLine } from './contents-line';
import { giveWay } from './give-way';
import { PromptCollection } from './prompt-collection';

/** Writes a backup. @returns the exit code. */
export async function runBackup(given: Given): Promise<number> {
  giveWay();
  const [path = ''] = given.args;
  const config = loadSettings(given);
  assertStoredInDatabase(config);
  if (!given.isOn('overwrite')) await assertMissing(path);
  const file = await OutputFile.open(path, OWNER_ONLY);
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

/** A pipe or device is written to as it is. */
async function assertMissing(path: string): Promise<void> {
  const present = await stat(path).catch(() => undefined);
  if (present?.isFile() === true)
    throw new Error(`the file ${path} exists; name another one, or replace it with --overwrite`);
}
