import { setImmediate as nextTurn } from 'node:timers/promises';
import { quote, UnavailableError } from '@pennon/domain';
import {
  patchSnapshotDocument,
  SnapshotSource,
  type NamespaceRevision,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { changedParts } from './changed-parts';
import { type Database } from './database';
import { NamespaceEntity } from './entities/namespace.entity';
import { readDocument, type Build } from './read-document';
import { readNamespaceRows } from './read-namespace-rows';
import { NamespaceStore } from './stores/namespace.store';
import { readRevisionNow } from './stores/read-revision';

/** Snapshot documents from the database: a few queries, however many flags there are in a part of the namespace. */
export class DatabaseSnapshotSource extends SnapshotSource {
  constructor(private readonly database: Database) {
    super();
  }

  async load(namespaceKey: string): Promise<SnapshotDocument | undefined> {
    const build = await this.database.read(async (manager): Promise<Build | undefined> => {
      const revision = await new NamespaceStore(manager).revisionOf(namespaceKey);
      return revision === undefined ? undefined : readDocument(manager, namespaceKey, revision);
    });
    return build?.();
  }

  async revisionOf(namespaceKey: string): Promise<number | undefined> {
    return readRevisionNow(this.database, namespaceKey);
  }

  async list(): Promise<readonly NamespaceRevision[]> {
    const rows = await this.database.readOnce((manager) =>
      manager.find(NamespaceEntity, { select: { key: true, revision: true } }),
    );
    return rows.map(({ key, revision }) => ({ namespaceKey: key, revision }));
  }

  /**
   * The document as it is now: only what has changed is read, as long as the database remembers all of it and it is
   * not too much.
   */
  override async update(held: SnapshotDocument): Promise<SnapshotDocument | undefined> {
    const { namespaceKey } = held;
    const build = await this.database.read(async (manager): Promise<Build | undefined> => {
      const namespaces = new NamespaceStore(manager);
      const revision = await namespaces.revisionOf(namespaceKey);
      const lastRevision = revision ?? (await namespaces.deletedRevisionOf(namespaceKey)) ?? 0;
      if (lastRevision < held.revision) throw behind(held, lastRevision);
      if (revision === undefined) return undefined;
      if (revision === held.revision) return () => held;
      const changed = await changedParts(manager, namespaceKey, held.revision, revision);
      if (changed === undefined) return readDocument(manager, namespaceKey, revision);
      const rows = await readNamespaceRows(manager, namespaceKey, changed);
      const namespace = { key: namespaceKey, revision };
      return () => patchSnapshotDocument(held, changed, { namespace, ...rows });
    });
    const document = build?.();
    // Others have their turn before the caller compiles it.
    await nextTurn();
    return document;
  }
}

/** For a replica that lags, which may have caught up at the next try; and for a database that was put back. */
function behind({ namespaceKey, revision: held }: SnapshotDocument, revision: number): UnavailableError {
  const namespace = quote(namespaceKey);
  return new UnavailableError(
    `the database has revision ${revision} of namespace ${namespace}, which is behind ${held}`,
  );
}
