import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { compileSnapshot, SnapshotSource, type Snapshot } from '@pennon/snapshot';
import { SharedRun } from './shared-run';

/** How long a failed refresh waits before it is tried again, in milliseconds. */
const RETRY_DELAY_MS = 1000;

/**
 * Holds the current snapshot of every namespace.
 *
 * A snapshot is replaced whole, by one assignment, and never by one of an earlier revision; a refresh that fails
 * leaves the last good one in place and is repeated until it succeeds.
 */
@Injectable()
export class SnapshotHolder implements OnModuleDestroy {
  private readonly logger = new Logger('snapshot');
  private readonly snapshots = new Map<string, Snapshot>();
  private readonly refreshes = new Map<string, SharedRun>();
  private readonly retries = new Map<string, NodeJS.Timeout>();
  private isClosed = false;

  constructor(private readonly source: SnapshotSource) {}

  /** The snapshot of a namespace; undefined when there is no such namespace. */
  current(namespaceKey: string): Snapshot | undefined {
    return this.snapshots.get(namespaceKey);
  }

  /** Loads every namespace the source has; for the start. Rejects when the source cannot be read. */
  async loadAll(): Promise<void> {
    for (const { namespaceKey } of await this.source.list()) await this.load(namespaceKey);
  }

  /**
   * Resolves when the snapshot shows everything that was committed before this call. Never rejects: when the source
   * cannot be read now the last good snapshot stays, and reading is tried again in the background.
   */
  async refresh(namespaceKey: string): Promise<void> {
    const refresh = this.refreshOf(namespaceKey);
    try {
      await refresh.run();
      this.cancelRetry(namespaceKey);
    } catch (error) {
      this.logger.error({ err: error, namespace: namespaceKey }, 'snapshot could not be refreshed');
      this.retryLater(namespaceKey);
    } finally {
      // Requests may name any namespace: what is not in use must not pile up.
      if (refresh.isIdle && this.refreshes.get(namespaceKey) === refresh) this.refreshes.delete(namespaceKey);
    }
  }

  onModuleDestroy(): void {
    this.isClosed = true;
    for (const namespaceKey of this.retries.keys()) this.cancelRetry(namespaceKey);
  }

  private refreshOf(namespaceKey: string): SharedRun {
    let refresh = this.refreshes.get(namespaceKey);
    if (refresh === undefined) {
      refresh = new SharedRun(() => this.load(namespaceKey));
      this.refreshes.set(namespaceKey, refresh);
    }
    return refresh;
  }

  private async load(namespaceKey: string): Promise<void> {
    const document = await this.source.load(namespaceKey);
    if (document === undefined) {
      this.snapshots.delete(namespaceKey);
      return;
    }
    const current = this.snapshots.get(namespaceKey)?.document.revision ?? -1;
    if (document.revision >= current) this.snapshots.set(namespaceKey, compileSnapshot(document));
  }

  private retryLater(namespaceKey: string): void {
    this.cancelRetry(namespaceKey);
    if (this.isClosed) return;
    const retry = setTimeout(() => void this.refresh(namespaceKey), RETRY_DELAY_MS);
    this.retries.set(namespaceKey, retry);
  }

  private cancelRetry(namespaceKey: string): void {
    clearTimeout(this.retries.get(namespaceKey));
    this.retries.delete(namespaceKey);
  }
}
