import { Logger } from '@nestjs/common';
import { type DatabaseConfig } from '@pennon/config';
import { features } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import { isUsable, migrate, migrationStatus } from '@pennon/storage';
import { type Given } from './command-line/command';
import { exitCodes } from './terminal/exit';
import { loadSettings } from './config/settings';
import { printLines } from './terminal/print';

/** Migrates, or says how far the schema is. @returns the exit code. */
export async function runMigrate(given: Given): Promise<number> {
  given.assertAtMostOne('status', 'dry-run');
  given.assertAtMostOne('status', 'finish');
  const isDryRun = given.isOn('dry-run');
  const { db } = loadSettings(given);
  if (given.isOn('status')) return printStatus(db);
  const logger = new Logger('migrate');
  const { ran, released } = await migrate(db, {
    dryRun: isDryRun,
    finish: given.isOn('finish'),
    onWait: () => {
      logger.log('waiting for another process that migrates');
    },
  });
  await printLines(ran.map((name) => `${isDryRun ? 'would run' : 'ran'}  ${name}`));
  if (ran.length === 0) await printLines([`the schema of ${db.location} is up to date`]);
  await printLines(released.map((name) => `${isDryRun ? 'would release' : 'released'}  ${name}`));
  return exitCodes.done;
}

async function printStatus(db: DatabaseConfig): Promise<number> {
  const status = await migrationStatus(db);
  const { applied, pending, unknown, released, minVersion } = status;
  const known = applied.filter((name) => !unknown.includes(name));
  await printLines(known.map((name) => `applied  ${name}`));
  await printLines(pending.map((name) => `pending  ${name}`));
  await printLines(unknown.map((name) => `newer    ${name}`));
  const waiting = features.filter(({ name }) => !released.includes(name));
  await printLines(waiting.map(({ name }) => `feature  ${name}, which \`pennon migrate --finish\` releases`));
  if (released.length > 0) await printLines([`released ${released.join(' ')}`]);
  if (minVersion !== undefined)
    await printLines([`for      version ${minVersion} and newer ones; this is ${VERSION}`]);
  return pending.length > 0 || !isUsable(status) ? exitCodes.found : exitCodes.done;
}
