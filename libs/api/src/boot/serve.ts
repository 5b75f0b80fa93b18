import { Logger } from '@nestjs/common';
import { type Config, type LoadedConfig } from '@pennon/config';
import { processLogger } from '@pennon/observability';
import { VERSION } from '../meta/version';
import { fail, FAILURE } from './failure';
import { type Instance } from './start-app';

/** A tier, as a process runs it. */
export interface Tier {
  /** What its instances are called: `writer`. */
  readonly name: string;

  /**
   * Starts an instance. Rejects, with nothing left open, when it cannot.
   *
   * @param signal Once it is aborted, the start waits for nothing more, and rejects.
   */
  start(config: Config, signal: AbortSignal): Promise<Instance>;

  /** What an operator should know of what this configuration means, by short names in lower case. */
  choices(config: Config): Readonly<Record<string, string>>;

  /**
   * What a person may do next who has just started it; lines without an end of line, which may be none.
   *
   * @param url Where it listens, without a trailing slash.
   */
  firstSteps(url: string): readonly string[];
}

/** Runs an instance of the tier until a signal stops it. Resolves when it listens, and has said so. */
export async function serve(tier: Tier, loaded: LoadedConfig): Promise<void> {
  // Until the app has its own: opening a database may take a while, and reasons.
  Logger.overrideLogger(processLogger(loaded.config.log, 'stdout'));
  const stopping = new AbortController();
  const starting = tier.start(loaded.config, stopping.signal);
  stopOnSignals(starting, stopping);
  try {
    announce(tier, await starting, loaded);
  } catch (error) {
    // A start that was given up has not failed: the process ends in good order.
    if (!stopping.signal.aborted) throw error;
  }
}

/** Says what was chosen and how to go on: to a person in plain lines, to a machine in one log line. */
function announce(tier: Tier, { url, grpcAddress, logger }: Instance, loaded: LoadedConfig): void {
  const { config, source, ignored } = loaded;
  if (ignored.length > 0) logger.warn({ keys: ignored }, 'settings without effect in this version');
  if (config.log.encoding === 'json') {
    const facts = { url, grpc: grpcAddress, database: config.db.location, ...tier.choices(config) };
    logger.log({ version: VERSION, tier: tier.name, ...facts, config: source }, 'pennon is listening');
    return;
  }
  const facts = {
    tier: tier.name,
    listening: url,
    gRPC: grpcAddress,
    database: config.db.location,
    ...tier.choices(config),
    settings: source ?? 'built-in defaults and environment',
  };
  const lines = ['', `Pennon ${VERSION}`, ...Object.entries(facts).map(inColumns), ''];
  const steps = tier.firstSteps(url);
  if (steps.length > 0) lines.push(...steps, '');
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function inColumns([name, value]: readonly [string, string]): string {
  return `  ${name.padEnd(9)}  ${value}`;
}

/** The first signal stops in good order, once the start is through or given up; a second one stops at once. */
function stopOnSignals(starting: Promise<Instance>, stopping: AbortController): void {
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping.signal.aborted) process.exit(FAILURE);
    stopping.abort();
    const instance = await starting.catch(() => undefined);
    instance?.logger.log({ signal }, 'stopping');
    await instance?.stop();
    instance?.logger.log('stopped');
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop(signal).catch(fail));
}
