import { Logger } from '@nestjs/common';
import { type Config, type LoadedConfig, type TierName, warningsOf } from '@pennon/config';
import { VERSION } from '@pennon/platform';
import type { Addresses } from '../workers/peer';
import type { WorkerLink } from '../workers/worker-link';
import type { Instance } from './start-app';

/** A tier, as a process runs it. */
export interface Tier {
  /** What its instances are called: `writer`. */
  readonly name: TierName;

  /**
   * Starts an instance. Rejects, with nothing left open, when it cannot.
   *
   * @param signal Once it is aborted, the start waits for nothing more, and rejects.
   * @param worker Its tie to the other workers; undefined for one that is alone.
   */
  start(config: Config, signal: AbortSignal, worker?: WorkerLink): Promise<Instance>;

  /** True where, of several workers, one alone may do what is more than evaluation. */
  needsLeader(config: Config): boolean;

  /** What an operator should know of what this configuration means, by short names in lower case. */
  choices(config: Config): Readonly<Record<string, string>>;

  /**
   * Suggested next commands, printed after start-up, which work with this configuration. May be empty.
   *
   * @param url Where it listens, without a trailing slash.
   */
  firstSteps(url: string, config: Config): readonly string[];
}

/** Says what was chosen and how to go on: to a person in plain lines, to a machine in one log line. */
export function announce(tier: Tier, { url, grpcAddress }: Addresses, loaded: LoadedConfig): void {
  const { config, source, ignored, renamed } = loaded;
  const logger = new Logger('pennon');
  if (renamed.size > 0) {
    const variables = Object.fromEntries(renamed);
    logger.warn({ variables }, 'variables of Flipt are read as those of Pennon; rename them');
  }
  if (ignored.length > 0) logger.warn({ keys: ignored }, 'settings without effect');
  for (const warning of warningsOf(config, tier.name)) logger.warn(warning);
  const { workers } = config.server;
  const choices = { ...tier.choices(config), ...(workers > 1 && { workers: `${workers}` }) };
  if (config.log.encoding === 'json') {
    const facts = { url, grpc: grpcAddress, database: config.db.location, ...choices };
    logger.log({ version: VERSION, tier: tier.name, ...facts, config: source }, 'pennon is listening');
    return;
  }
  const facts = {
    tier: tier.name,
    listening: url,
    gRPC: grpcAddress,
    database: config.db.location,
    ...choices,
    settings: source ?? 'built-in defaults and environment',
  };
  const lines = ['', `Pennon ${VERSION}`, ...Object.entries(facts).map(inColumns), ''];
  const steps = tier.firstSteps(url, config);
  if (steps.length > 0) lines.push(...steps, '');
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function inColumns([name, value]: readonly [string, string]): string {
  return `  ${name.padEnd(9)}  ${value}`;
}
