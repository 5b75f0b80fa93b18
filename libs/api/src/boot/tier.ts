import { type Config } from '@pennon/config';
import { type WorkerLink } from '../workers/worker-link';
import { type Instance } from './start-app';

/** A tier, as a process runs it. */
export interface Tier {
  /** What its instances are called: `writer`. */
  readonly name: string;

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
