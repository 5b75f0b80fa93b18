import { performance } from 'node:perf_hooks';
import { isSameRevision } from '@pennon/domain';
import { DurationHistogram } from '@pennon/observability';
import { type HeldSnapshots } from './held-snapshots';

/** Bounds of the buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** How an instance knows of a change: it has made it, or was told. What a poll finds may have happened at any time. */
export const changeOrigins = ['write', 'push'] as const;

/** One of {@link changeOrigins}. */
export type ChangeOrigin = (typeof changeOrigins)[number];

/** Measures how long it takes from the word of a change until evaluation sees it. */
export class Propagation {
  /** In seconds. */
  readonly seconds: Readonly<Record<ChangeOrigin, DurationHistogram>> = {
    write: new DurationHistogram(BOUNDS),
    push: new DurationHistogram(BOUNDS),
  };

  constructor(private readonly held: Pick<HeldSnapshots, 'revisionOf'>) {}

  /** Waits for a refresh, and counts it if it has brought another revision. */
  async time<T>(origin: ChangeOrigin, namespaceKey: string, refresh: () => Promise<T>): Promise<T> {
    const before = this.held.revisionOf(namespaceKey);
    const toldAt = performance.now();
    const result = await refresh();
    if (!isSameRevision(this.held.revisionOf(namespaceKey), before))
      this.seconds[origin].observe((performance.now() - toldAt) / 1000);
    return result;
  }
}
