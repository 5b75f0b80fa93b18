import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import { isSameRevision, quote, UnavailableError, type Revision, type WrittenParts } from '@pennon/domain';
import {
  BehindError,
  patchSnapshotDocument,
  SnapshotSource,
  type NamespaceRevision,
  type NamespacesRefusedError,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { type Database } from './database/database';
import { FollowerError } from './database/driver-errors';
import { DEPLOYMENT_ID, DeploymentEntity } from './entities/deployment.entity';
import { LackedFeatures } from './lacked-features';
import { type Build, readNext, readWhole, type Next, type Unlike } from './read-document';
import { HistoryStore } from './stores/history.store';
import { NamespaceStore } from './stores/namespace.store';
import { readRevisionNow } from './stores/revision';

/** How long the word of the primary is good for that replicas are only late, in milliseconds. */
const LATE_MS = 1000;

/** What the primary has, which is the present state whatever is held. */
interface Replaced {
  readonly kind: 'replaced';
  readonly revision: Revision | undefined;
  readonly build: Build | undefined;
}

/** Snapshot documents from the database: a few queries, however many flags there are in a part of the namespace. */
export class DatabaseSnapshotSource extends SnapshotSource {
  private readonly logger = new Logger('snapshot');
  /** When the primary was last asked about a namespace, by `performance.now()`, and replicas were only late. */
  private readonly lateAt = new Map<string, number>();
  private readonly lacked = new LackedFeatures();
  private changesOfHistory = 0;

  constructor(private readonly database: Database) {
    super();
  }

  override async revisionAt(namespaceKey: string, revision: number): Promise<Revision> {
    // A replica that lags does not know yet what came after it.
    const marked = await this.database.readNewest((manager) =>
      new HistoryStore(manager).marked(namespaceKey, [revision]),
    );
    return marked[0] ?? { revision };
  }

  override historyChanges(): number {
    return this.changesOfHistory + (this.database.foreignReplicas()?.found ?? 0);
  }

  override refusal(): NamespacesRefusedError | undefined {
    return this.lacked.refusal;
  }

  async load(namespaceKey: string): Promise<SnapshotDocument | undefined> {
    const build = await this.database.read((manager) => readWhole(manager, namespaceKey, this.lacked));
    return build?.();
  }

  async revisionOf(namespaceKey: string): Promise<Revision | undefined> {
    return readRevisionNow(this.database, namespaceKey);
  }

  async list(): Promise<readonly NamespaceRevision[]> {
    const list = await this.database.readNewest((manager) => new NamespaceStore(manager).revisions());
    this.lacked.keepOnly(new Set(list.map(({ namespaceKey }) => namespaceKey)));
    return list;
  }

  /**
   * The document as it is now: only what has changed is read, as long as the database remembers all of it and it is
   * not too much.
   */
  override async update(
    held: SnapshotDocument,
    written?: WrittenParts,
  ): Promise<SnapshotDocument | undefined> {
    if (written !== undefined && isSameRevision(written.before, held)) {
      const { after, features, parts, rows } = written;
      const state = { ...after, ...(features.length > 0 && { features }) };
      return patchSnapshotDocument(held, parts, { namespace: { key: held.namespaceKey, ...state }, ...rows });
    }
    const next = await this.database.read((manager) => readNext(manager, held, this.lacked));
    const build = next.kind === 'next' ? next.build : await this.buildInstead(held, next);
    if (build === undefined) this.lateAt.delete(held.namespaceKey);
    return build?.();
  }

  /** A replica may show what does not follow; what the primary shows counts. */
  private async buildInstead(held: SnapshotDocument, seen: Unlike): Promise<Build | undefined> {
    const { namespaceKey } = held;
    const lateAt = this.lateAt.get(namespaceKey) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - lateAt < LATE_MS) throw behind(held, seen);
    const found = await this.askPrimary(held, seen);
    if (found.kind === 'next') {
      this.lateAt.set(namespaceKey, performance.now());
      return found.build;
    }
    this.lateAt.delete(namespaceKey);
    this.changesOfHistory++;
    this.logger.error(
      { namespace: namespaceKey, held: held.revision, found: found.revision?.revision ?? 0 },
      'the database has another history than what was held of it, and what it has now counts: ' +
        'commits were lost in a failover, or a backup was put back',
    );
    return found.build;
  }

  private async askPrimary(
    held: SnapshotDocument,
    seen: Unlike,
  ): Promise<Extract<Next, { kind: 'next' }> | Replaced> {
    const { namespaceKey } = held;
    try {
      return await this.database.readPrimary(async (manager) => {
        const next = await readNext(manager, held, this.lacked);
        if (next.kind === 'next') return next;
        const { revision } = next;
        return { kind: 'replaced', revision, build: await readWhole(manager, namespaceKey, this.lacked) };
      });
    } catch (error) {
      // There is one server to ask, and no lag explains another state under a number that is held.
      if (error instanceof FollowerError && seen.kind === 'otherHistory') {
        const build = await this.database.read((manager) => readWhole(manager, namespaceKey, this.lacked));
        return { kind: 'replaced', revision: seen.revision, build };
      }
      if (error instanceof UnavailableError) throw behind(held, seen);
      throw error;
    }
  }
}

function behind({ namespaceKey, revision: held }: SnapshotDocument, { revision }: Unlike): BehindError {
  const namespace = quote(namespaceKey);
  return new BehindError(
    `the database has revision ${revision?.revision ?? 0} of namespace ${namespace}, which does not follow ${held}`,
  );
}

/**
 * The secret by which the instances on this database know each other’s entries in a cache.
 *
 * @throws UnavailableError if the database cannot be read now.
 */
export async function readCacheKey(database: Database): Promise<string> {
  const row = await database.readOnce((manager) =>
    manager.findOneByOrFail(DeploymentEntity, { id: DEPLOYMENT_ID }),
  );
  return row.cacheKey;
}
