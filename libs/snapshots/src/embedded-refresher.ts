import { Logger } from '@nestjs/common';
import type { WrittenParts } from '@pennon/domain';
import { type SnapshotSource } from '@pennon/snapshot';
import { type Freshness, Refresher } from './freshness';
import { type HeldSnapshots } from './held-snapshots';
import { LimitedReads, RevisionList } from './revision-reads';
import { type Refreshes } from './refreshes';
import { SourceMonitor } from './source-monitor';

/** How long a failed refresh waits before it is tried again, in milliseconds. */
const RETRY_DELAY_MS = 1000;

/**
 * For the process that writes: what it writes it has refreshed before it says so, and nobody waits for anything else.
 * What a command writes to the same file is found by looking now and then at the list of revisions.
 */
export class EmbeddedRefresher extends Refresher {
  private readonly logger = new Logger('snapshot');
  private readonly retries = new Map<string, NodeJS.Timeout>();
  private readonly list: RevisionList;
  private readonly monitor: SourceMonitor;
  private isStopped = false;

  constructor(
    private readonly source: SnapshotSource,
    private readonly held: HeldSnapshots,
    private readonly refreshes: Refreshes,
    { pollInterval, confirmTimeout }: Freshness,
  ) {
    super();
    this.list = new RevisionList(source, held, new LimitedReads(confirmTimeout));
    this.monitor = new SourceMonitor(() => this.look(), pollInterval);
  }

  async listen(): Promise<void> {
    // Nobody pushes anything.
  }

  start(): void {
    this.monitor.start();
    this.monitor.refused(this.source.refusal());
  }

  get isSourceFailing(): boolean {
    return this.monitor.isFailing;
  }

  stop(): void {
    this.isStopped = true;
    this.monitor.stop();
    for (const namespaceKey of this.retries.keys()) this.cancelRetry(namespaceKey);
  }

  async refresh(namespaceKey: string, written?: WrittenParts): Promise<boolean> {
    try {
      await this.refreshes.show(namespaceKey, written);
      this.cancelRetry(namespaceKey);
      return true;
    } catch (error) {
      this.logger.error({ err: error, namespace: namespaceKey }, 'snapshot could not be refreshed');
      this.retryLater(namespaceKey);
      return false;
    }
  }

  confirm(): undefined {
    return undefined;
  }

  async catchUp(): Promise<void> {
    if (!this.monitor.isFailing) await this.monitor.lookNow();
  }

  ageMs(namespaceKey: string): number {
    // What cannot be read by this version may be written by another one, and its last good state gets older.
    return this.source.refusal()?.covers(namespaceKey) === true ? this.held.ageMs(namespaceKey) : 0;
  }

  greatestAgeMs(): number {
    return 0;
  }

  private async look(): Promise<void> {
    await this.list.refresh();
    await Promise.all(this.list.moved().map((namespaceKey) => this.refreshes.run(namespaceKey)));
    this.monitor.refused(this.source.refusal());
  }

  private retryLater(namespaceKey: string): void {
    this.cancelRetry(namespaceKey);
    if (this.isStopped) return;
    const retry = setTimeout(() => void this.refresh(namespaceKey), RETRY_DELAY_MS);
    this.retries.set(namespaceKey, retry);
  }

  private cancelRetry(namespaceKey: string): void {
    clearTimeout(this.retries.get(namespaceKey));
    this.retries.delete(namespaceKey);
  }
}
