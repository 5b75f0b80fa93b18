import { performance } from 'node:perf_hooks';
import { SnapshotAges } from '@pennon/domain';

/** There are no snapshots, and have not been for as long as this waits. */
export class WaitingAges extends SnapshotAges {
  private readonly since = performance.now();

  greatestAgeMs(): number {
    return performance.now() - this.since;
  }
}
