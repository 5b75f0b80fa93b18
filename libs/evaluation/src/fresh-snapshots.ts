import { AGE_HEADER, REVISION_HEADER, type RpcCall } from '@pennon/api';
import { type FreshnessConfig } from '@pennon/config';
import { resolveNamespaceKey } from '@pennon/domain';
import { type Snapshot } from '@pennon/snapshot';
import { type SnapshotHolder } from '@pennon/snapshot-store';
import { awaitRevision } from './await-revision';
import { minRevisionIn, minRevisionOfSeveral } from './min-revision';

/** Finds the snapshot of a namespace; an empty key is `default`. */
export type FindSnapshot = (namespaceKey: string) => Snapshot | undefined;

/**
 * Hands requests the snapshots they are answered from, as fresh as the configuration and the request want them, and
 * tells the caller how fresh that is.
 *
 * What evaluates is handed in and awaits nothing, so that one answer sees one state. It runs at once, and its result is
 * no promise, where there is nothing to wait for.
 */
export class FreshSnapshots {
  constructor(
    private readonly holder: SnapshotHolder,
    private readonly config: Pick<FreshnessConfig, 'headers' | 'minRevisionWait'>,
  ) {}

  /**
   * Answers from the snapshot of one namespace.
   *
   * @param evaluate Takes the snapshot; undefined when there is no such namespace.
   * @throws InvalidArgumentError if the caller asks for a minimal revision that is none.
   * @throws UnavailableError if that revision is not here in time.
   */
  answerFrom<T>(
    namespaceKey: string,
    call: RpcCall,
    evaluate: (snapshot: Snapshot | undefined) => T,
  ): T | Promise<T> {
    const key = resolveNamespaceKey(namespaceKey);
    const minRevision = minRevisionIn(call);
    const ready = minRevision === undefined ? this.holder.confirm(key) : this.reach(key, minRevision);
    const isTold = this.isTold(minRevision);
    if (ready === undefined && !isTold) return evaluate(this.holder.current(key));
    const answer = (): T => {
      if (isTold) this.tell([key], call);
      return evaluate(this.holder.current(key));
    };
    return ready === undefined ? answer() : ready.then(answer);
  }

  /**
   * Answers from the snapshots of several namespaces, each as fresh as if it were the only one.
   *
   * @param namespaceKeys Those that `evaluate` may look for; asked for only if it matters.
   * @throws InvalidArgumentError if the caller asks for a minimal revision that is none, or of several namespaces.
   * @throws UnavailableError if that revision is not here in time.
   */
  answerFromAll<T>(
    namespaceKeys: () => readonly string[],
    call: RpcCall,
    evaluate: (find: FindSnapshot) => T,
  ): T | Promise<T> {
    const minRevision = minRevisionIn(call);
    const isTold = this.isTold(minRevision);
    if (!this.holder.isConfirming && !isTold) return evaluate(this.find);
    const keys = [...new Set(namespaceKeys().map(resolveNamespaceKey))];
    if (minRevision !== undefined && keys.length > 1) throw minRevisionOfSeveral();
    const answer = (): T => {
      if (isTold) this.tell(keys, call);
      return evaluate(this.find);
    };
    const ready = keys.flatMap(
      (key) => (minRevision === undefined ? this.holder.confirm(key) : this.reach(key, minRevision)) ?? [],
    );
    return ready.length === 0 ? answer() : Promise.all(ready).then(answer);
  }

  private readonly find: FindSnapshot = (namespaceKey) =>
    this.holder.current(resolveNamespaceKey(namespaceKey));

  /** Resolves when the snapshot is as fresh as any, and as new as that. */
  private async reach(namespaceKey: string, minRevision: number): Promise<void> {
    const { minRevisionWait } = this.config;
    await Promise.all([
      this.holder.confirm(namespaceKey),
      awaitRevision(this.holder, namespaceKey, minRevision, minRevisionWait),
    ]);
  }

  /** Whoever asks for a revision wants to know which one it got. */
  private isTold(minRevision: number | undefined): boolean {
    return this.config.headers || minRevision !== undefined;
  }

  /** Several namespaces have no one revision to tell; their age is that of the oldest. */
  private tell(namespaceKeys: readonly string[], call: RpcCall): void {
    const [key, ...others] = namespaceKeys;
    if (key === undefined) return;
    const revision = this.holder.current(key)?.document.revision;
    if (others.length === 0 && revision !== undefined) call.setHeader(REVISION_HEADER, `${revision}`);
    const ages = namespaceKeys.map((namespaceKey) => this.holder.ageMs(namespaceKey));
    call.setHeader(AGE_HEADER, `${Math.ceil(Math.max(...ages))}`);
  }
}
