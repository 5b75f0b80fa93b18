import { performance } from 'node:perf_hooks';
import { AGE_HEADER, type RpcCall, tellRevision } from '@pennon/api';
import type { FreshnessConfig } from '@pennon/config';
import { resolveNamespaceKey, type Revision, UnavailableError } from '@pennon/domain';
import type { Series } from '@pennon/platform';
import type { Snapshot } from '@pennon/snapshot';
import type { SnapshotHolder } from '@pennon/snapshots';
import { awaitRevision, minRevisionIn, minRevisionOfSeveral } from './min-revision';

/** Finds the snapshot of a namespace; an empty key is `default`. */
export type FindSnapshot = (namespaceKey: string) => Snapshot | undefined;

/** The state of flags cannot be confirmed now, and the settings want it to be. */
class UnconfirmedError extends UnavailableError {
  override readonly isRoutine = true;

  constructor() {
    super('it cannot be confirmed now that flags are what they were last known to be; try again later');
  }
}

/**
 * Hands requests the snapshots they are answered from, as fresh as the configuration and the request want them, and
 * tells the caller how fresh that is.
 *
 * What evaluates is handed in and awaits nothing, so that one answer sees one state. It runs at once, and its result is
 * no promise, where there is nothing to wait for.
 */
export class FreshSnapshots {
  private unconfirmed = 0;

  constructor(
    private readonly holder: SnapshotHolder,
    private readonly config: Pick<FreshnessConfig, 'headers' | 'minRevisionWait' | 'unconfirmed'>,
  ) {}

  /** How many calls to evaluate were to be confirmed, and could not be in time: served all the same, or refused. */
  get unconfirmedCalls(): number {
    return this.unconfirmed;
  }

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
    const isConfirming = this.holder.isConfirming;
    const begunAt = isConfirming ? performance.now() : 0;
    const ready = minRevision === undefined ? this.holder.confirm(key) : this.reach(key, minRevision);
    const isTold = this.isTold(minRevision);
    if (ready === undefined && !isTold && !isConfirming) return evaluate(this.holder.current(key));
    const answer = (): T => {
      if (isConfirming) this.look([key], begunAt);
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
    const isConfirming = this.holder.isConfirming;
    if (!isConfirming && !isTold) return evaluate(this.find);
    const keys = [...new Set(namespaceKeys().map(resolveNamespaceKey))];
    if (minRevision !== undefined && keys.length > 1) throw minRevisionOfSeveral();
    const begunAt = isConfirming ? performance.now() : 0;
    const answer = (): T => {
      if (isConfirming) this.look(keys, begunAt);
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
  private async reach(namespaceKey: string, minRevision: Revision): Promise<void> {
    const { minRevisionWait } = this.config;
    await Promise.all([
      this.holder.confirm(namespaceKey),
      awaitRevision(this.holder, namespaceKey, minRevision, minRevisionWait),
    ]);
  }

  /** Counts a call that could not be confirmed. @throws UnavailableError if such a call is to be refused. */
  private look(namespaceKeys: readonly string[], begunAt: number): void {
    if (namespaceKeys.every((key) => this.holder.isKnownSince(key, begunAt))) return;
    this.unconfirmed++;
    if (this.config.unconfirmed === 'refuse') throw new UnconfirmedError();
  }

  /** Whoever asks for a revision wants to know which one it got. */
  private isTold(minRevision: Revision | undefined): boolean {
    return this.config.headers || minRevision !== undefined;
  }

  /** Several namespaces have no one revision to tell; their age is that of the oldest. */
  private tell(namespaceKeys: readonly string[], call: RpcCall): void {
    const [key, ...others] = namespaceKeys;
    if (key === undefined) return;
    const revision = this.holder.current(key)?.document;
    if (others.length === 0 && revision !== undefined) tellRevision(call, revision);
    const ages = namespaceKeys.map((namespaceKey) => this.holder.ageMs(namespaceKey));
    call.setHeader(AGE_HEADER, `${Math.ceil(Math.max(...ages))}`);
  }
}

/** How often the promise of strict freshness was not kept. */
export function unconfirmedSeries(snapshots: Pick<FreshSnapshots, 'unconfirmedCalls'>): Series {
  return {
    name: 'pennon_unconfirmed_evaluations_total',
    help: 'Calls to evaluate whose snapshot could not be confirmed in time: served all the same, or refused.',
    type: 'counter',
    collect: () => [{ labels: {}, value: snapshots.unconfirmedCalls }],
  };
}
