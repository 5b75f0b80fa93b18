import type { Config, FreshnessConfig } from '@pennon/config';
import type { Revision, WrittenParts } from '@pennon/domain';

/**
 * How it comes about that evaluation sees what was written.
 *
 * - `embedded`: whoever writes refreshes the snapshot before it answers; nothing is read for an evaluation. What a
 *   command writes to the same file is seen when it is polled.
 * - `strict`: an evaluation uses a snapshot whose revision was confirmed by a read that started after it was asked for.
 * - `bounded`: nothing is read for an evaluation; what others write is seen when it is pushed, at the latest when it is
 *   polled.
 */
export type FreshnessMode = 'embedded' | 'strict' | 'bounded';

/** How snapshots are kept fresh. Durations are in milliseconds. */
export interface Freshness extends Pick<FreshnessConfig, 'pollInterval' | 'confirmTimeout' | 'loadTimeout'> {
  readonly mode: FreshnessMode;
}

/**
 * How the configuration wants snapshots to be kept fresh.
 *
 * In bounded mode, two polls fit into `cache.ttl`, so that the second one has ended before the bound is reached.
 *
 * @param isAlone True for the one process that writes to an embedded database.
 */
export function freshnessFrom(
  { freshness, cache }: Pick<Config, 'freshness' | 'cache'>,
  isAlone: boolean,
): Freshness {
  if (isAlone) return { ...freshness, mode: 'embedded' };
  if (!cache.enabled) return { ...freshness, mode: 'strict' };
  return { ...freshness, mode: 'bounded', pollInterval: Math.min(freshness.pollInterval, cache.ttl / 2) };
}

/** What keeps the snapshots of a holder fresh, and knows how fresh they are: one kind per way to do so. */
export abstract class Refresher {
  /** Begins to listen to others who change things. The snapshots are loaded after this. */
  abstract listen(): Promise<void>;

  /** The snapshots are loaded: begins whatever is to be done again and again. */
  abstract start(): void;

  /** Ends all of it, and leaves no timer behind. */
  abstract stop(): void;

  /**
   * Resolves with true when what is held shows everything that was committed before this call. Never rejects: when the
   * source cannot be read now, it resolves with false; the last good snapshot stays, and reading is tried again in the
   * background.
   *
   * @param written What a change of this process has written, if it is to be shown and nothing else.
   */
  abstract refresh(namespaceKey: string, written?: WrittenParts): Promise<boolean>;

  /**
   * Notes that this process is about to commit that revision, and will have it refreshed: until the returned function
   * is called, whoever is told of it waits.
   */
  expect(_revision: Revision): () => void {
    return () => undefined;
  }

  /** What an evaluation has to wait for; undefined when it need not. The promise never rejects. */
  abstract confirm(namespaceKey: string): Promise<void> | undefined;

  /** Looks whether there is anything new, where that may be; never rejects. */
  abstract catchUp(namespaceKey: string): Promise<void>;

  /** How old what is held of a namespace may be, in milliseconds. */
  abstract ageMs(namespaceKey: string): number;

  /** True from a failure to read the source until it has been read in full. */
  abstract get isSourceFailing(): boolean;

  /** The greatest age that there is, in milliseconds. */
  abstract greatestAgeMs(): number;
}
