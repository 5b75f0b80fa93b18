import { type Config, type S3Location } from '@pennon/config';
import {
  describeOutcome,
  type ExportPorts,
  publishOnce,
  publishUntil,
  readS3Location,
} from '@pennon/publication';
import {
  DatabaseOperationLock,
  DatabaseTokenRecords,
  SystemClock,
  UnitOfWork,
  type Database,
} from '@pennon/storage';
import { stopSignals, surviveSignals } from '@pennon/platform';
import { NamespaceExports } from '@pennon/changes';
import { type Given } from '../command-line/command';
import { exitCodes } from '../terminal/exit';
import { loadSettings } from '../config/settings';
import { openForReading, openForWriting } from '../targets/open-database';
import { printLines, tell } from '../terminal/print';
import { formatOf } from '../documents/document-file';

/** Exports to a bucket, once or until the process is told to stop. @returns the exit code. */
export async function publish(given: Given): Promise<number> {
  const config = withFormat(loadSettings(given), given);
  const to = bucketOf(given, config);
  // Of several that watch one does it, and its turn is a row.
  const isWatching = given.isOn('watch');
  const { database, close } = await (isWatching ? openForWriting : openForReading)(config);
  try {
    const ports = portsOf(database, config);
    if (!isWatching) return await publishNow(config, to, ports);
    await publishUntil(untilStopped(), config, to, ports);
    return exitCodes.done;
  } finally {
    await close();
  }
}

/** The format on the command line counts more than that of the settings. */
function withFormat(config: Config, given: Given): Config {
  const format = formatOf(given);
  return format === undefined ? config : { ...config, export: { ...config.export, format } };
}

function bucketOf(given: Given, config: Config): S3Location {
  const named = given.text('to');
  const to = named === undefined ? config.export.to : readS3Location(named);
  if (to === undefined)
    throw new Error('--watch needs a bucket: --to s3://bucket/prefix, or the setting export.to');
  return to;
}

async function publishNow(config: Config, to: S3Location, ports: ExportPorts): Promise<number> {
  const outcome = await publishOnce(config, to, ports);
  const lines = describeOutcome(outcome);
  const isOdd = (line: string): boolean => /^(warning|error): /.test(line);
  await printLines(lines.filter((line) => !isOdd(line)));
  tell(...lines.filter(isOdd));
  return outcome.refused.length > 0 ? exitCodes.failed : exitCodes.done;
}

function portsOf(database: Database, config: Config): ExportPorts {
  const clock = new SystemClock();
  return {
    exports: new NamespaceExports(new UnitOfWork(database)),
    lock: new DatabaseOperationLock(database, clock),
    clock,
    tokens: config.export.includeTokenHashes ? new DatabaseTokenRecords(database) : undefined,
  };
}

/** Aborted by the first signal to stop; a second one ends the process at once, since nobody listens then. */
function untilStopped(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of stopSignals) {
    process.once(signal, () => {
      stopping.abort();
    });
  }
  surviveSignals();
  return stopping.signal;
}
