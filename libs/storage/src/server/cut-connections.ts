import { performance } from 'node:perf_hooks';
import { isConnectionCut } from '../database/driver-errors';

/** How often work runs again at least, however few connections are open: new ones may be cut as well. */
const MIN_REPEATS = 3;

/** How long, and how often, work is run again. */
export interface CutLimits {
  /** Connections that are open: when one is cut, the others may have been cut too. */
  readonly connections: () => number;
  /** After this time work is not run again, in milliseconds. */
  readonly patience: number;
  /** False for work that may have changed something. */
  readonly mayRepeat: () => boolean;
}

/**
 * Runs `attempt`, and again as long as the connection that it used is cut: a server that restarts, a proxy or a
 * firewall ends connections of a pool, which shows only when each of them is used. Rejects as the last attempt did.
 */
export async function despiteCuts<T>(attempt: () => Promise<T>, limits: CutLimits): Promise<T> {
  const end = performance.now() + limits.patience;
  let left: number | undefined;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConnectionCut(error) || !limits.mayRepeat()) throw error;
      left ??= Math.max(MIN_REPEATS, limits.connections());
      if (left-- === 0 || performance.now() > end) throw error;
    }
  }
}
