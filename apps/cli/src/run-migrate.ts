import { Logger } from '@nestjs/common';
import { type DatabaseConfig } from '@pennon/config';
import { migrate, migrationStatus } from '@pennon/storage';
import { type Given } from './command-line/command';
import { exitCodes } from './terminal/exit';
import { loadSettings } from './config/settings';
import { printLines } from './terminal/print';

/** Migrates, or says how far the schema is. @returns the exit code. */
export async function runMigrate(given: Given): Promise<number> {
  given.assertAtMostOne('status', 'dry-run');
  const isDryRun = given.isOn('dry-run');
  const { db } = loadSettings(given);
  if (given.isOn('status')) return printStatus(db);
  const logger = new Logger('migrate');
  const names = await migrate(db, {
    dryRun: isDryRun,
    onWait: () => {
      logger.log('waiting for another process that migrates');
    },
  });
  await printLines(names.map((name) => `${isDryRun ? 'would run' : 'ran'}  ${name}`));
  if (names.length === 0) await printLines([`the schema of ${db.location} is up to date`]);
  return exitCodes.done;
}

async function printStatus(db: DatabaseConfig): Promise<number> {
  const { applied, pending, unknown } = await migrationStatus(db);
  const known = applied.filter((name) => !unknown.includes(name));
  await printLines(known.map((name) => `applied  ${name}`));
  await printLines(pending.map((name) => `pending  ${name}`));
  await printLines(unknown.map((name) => `newer    ${name}`));
  return pending.length > 0 ? exitCodes.found : exitCodes.done;
}
