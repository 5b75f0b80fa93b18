import { In, type EntityManager } from 'typeorm';
import {
  cutPage,
  type Instant,
  type Namespace,
  type Page,
  type PageRequest,
  type Revision,
} from '@pennon/domain';
import { type NamespaceRevision, type SnapshotState } from '@pennon/snapshot';
import { RequestKeyEntity } from '../entities/change-request.entity';
import { FlagEntity } from '../entities/flag.entity';
import { DeletedNamespaceEntity, NamespaceEntity } from '../entities/namespace.entity';
import { SegmentEntity } from '../entities/segment.entity';
import {
  markedRevision,
  newMark,
  raiseRevision,
  readRevision,
  type StoredRevision,
  storedRevisionOf,
} from './revision';
import type { RowReading } from './row-reading';
import { OvertakenError } from '../database/driver-errors';
import { notifyChange } from './notify-change';
import { byCreationOfKeys, windowOf } from './find-options';

/** Namespaces and their revisions. */
export class NamespaceStore {
  /** Keys whose namespace was not there when its revision was to be raised. */
  private readonly missing = new Set<string>();
  /** What revisions were raised to, by key; undefined until it is read, where the raise does not tell it. */
  private readonly raised = new Map<string, StoredRevision | undefined>();
  /** Keys whose namespace this transaction has deleted. */
  private readonly deleted = new Set<string>();

  constructor(private readonly manager: EntityManager) {}

  /** The namespace, or undefined. */
  async find(key: string): Promise<Namespace | undefined> {
    return (await this.manager.findOneBy(NamespaceEntity, { key })) ?? undefined;
  }

  /** True if the namespace exists. */
  async exists(key: string): Promise<boolean> {
    const isThere = this.raised.has(key) && !this.deleted.has(key);
    return isThere || (await this.manager.existsBy(NamespaceEntity, { key }));
  }

  /** All namespaces, in creation order. */
  async all(): Promise<readonly Namespace[]> {
    return this.manager.find(NamespaceEntity, { order: byCreationOfKeys });
  }

  /** Keys and revisions of all namespaces, in creation order. */
  async revisions(): Promise<readonly NamespaceRevision[]> {
    const rows = await this.manager.find(NamespaceEntity, {
      select: { key: true, revision: true, mark: true },
      order: byCreationOfKeys,
    });
    return rows.map(({ key, revision, mark }) => ({ namespaceKey: key, ...markedRevision(revision, mark) }));
  }

  /** The last revision of every namespace that there is, or was, by its key. */
  async lastRevisions(): Promise<ReadonlyMap<string, Revision>> {
    const deleted = await this.manager.find(DeletedNamespaceEntity);
    return new Map([
      ...deleted.map(({ key, revision, mark }) => [key, markedRevision(revision, mark)] as const),
      ...(await this.revisions()).map(({ namespaceKey, ...revision }) => [namespaceKey, revision] as const),
    ]);
  }

  /** A page of namespaces in creation order. @param keys The list is of these; undefined for all. */
  async list(page: PageRequest, keys?: ReadonlySet<string>): Promise<Page<Namespace>> {
    const [rows, totalCount] = await this.manager.findAndCount(NamespaceEntity, {
      where: { ...(keys !== undefined && { key: In([...keys]) }) },
      order: byCreationOfKeys,
      ...windowOf(page),
    });
    return cutPage(rows, page, totalCount, ({ key }) => key);
  }

  /** True if the namespace holds at least one flag. */
  async hasFlags(key: string): Promise<boolean> {
    return this.manager.existsBy(FlagEntity, { namespaceKey: key });
  }

  /**
   * Adds a namespace. Its revision goes on from that of a deleted namespace of the same key, so that no revision
   * of a key ever means two states.
   *
   * @throws OvertakenError if another transaction has created and deleted one meanwhile.
   */
  async create(namespace: Omit<Namespace, 'revision'>): Promise<void> {
    const { key } = namespace;
    // Raised before it is read, because that makes whoever wants it, too, wait.
    const { affected: before } = await this.manager.increment(DeletedNamespaceEntity, { key }, 'revision', 1);
    const deleted = await this.manager.findOneBy(DeletedNamespaceEntity, { key });
    const revision = { revision: deleted?.revision ?? 1, mark: newMark(), markBefore: deleted?.mark ?? '' };
    await this.manager.insert(NamespaceEntity, { ...namespace, ...revision });
    const { affected: after } = await this.manager.delete(DeletedNamespaceEntity, { key });
    if (after !== before) throw new OvertakenError(`namespace ${key} was created and deleted`);
    this.missing.delete(key);
    await this.notify(key);
  }

  /** Replaces name and description. */
  async update(key: string, name: string, description: string, updatedAt: Instant): Promise<void> {
    await this.manager.update(NamespaceEntity, { key }, { name, description, updatedAt });
  }

  /** Deletes the namespace with everything in it. */
  async delete({ key }: Pick<Namespace, 'key'>): Promise<void> {
    const stored = (await this.raisedRevision(key)) ?? (await readRevision(this.manager, key));
    const { revision = 0, mark = '' } = stored ?? {};
    // Flags first: their rules and rollouts hold on to the segments.
    await this.manager.delete(FlagEntity, { namespaceKey: key });
    await this.manager.delete(SegmentEntity, { namespaceKey: key });
    await this.manager.delete(RequestKeyEntity, { namespaceKey: key });
    await this.manager.delete(NamespaceEntity, { key });
    this.deleted.add(key);
    await this.manager.insert(DeletedNamespaceEntity, { key, revision, mark });
    await this.notify(key);
  }

  /**
   * The revision, or undefined when there is no such namespace.
   *
   * @throws OvertakenError if it was to be raised before, and another transaction has created the namespace since.
   */
  async revisionOf(key: string): Promise<Revision | undefined> {
    const stored = await this.storedRevisionOf(key);
    if (stored === undefined) return undefined;
    return markedRevision(stored.revision, stored.mark ?? '');
  }

  /** Does what {@link revisionOf} does, and tells the mark of the revision before. */
  async storedRevisionOf(key: string): Promise<StoredRevision | undefined> {
    const revision = await readRevision(this.manager, key);
    if (revision !== undefined && this.missing.has(key)) {
      throw new OvertakenError(`namespace ${key} was created`);
    }
    return revision;
  }

  /** What a document of the namespace is of, or undefined when there is no such namespace. */
  async snapshotStateOf(key: string): Promise<SnapshotState | undefined> {
    const stored = await readRevision(this.manager, key);
    if (stored === undefined) return undefined;
    const { features, markBefore: _, ...revision } = stored;
    return { ...revision, ...(features.length > 0 && { features }) };
  }

  /** The last revision of a namespace that was deleted; undefined when it exists, or never did. */
  async deletedRevisionOf(key: string): Promise<Revision | undefined> {
    const deleted = await this.manager.findOneBy(DeletedNamespaceEntity, { key });
    return deleted === null ? undefined : markedRevision(deleted.revision, deleted.mark);
  }

  /**
   * Raises the revision by one, and draws a mark for it. Does nothing when there is no such namespace, which {@link
   * revisionOf} is to confirm at the end: what is not there makes nobody wait. {@link raisedRevision} tells what it is
   * now.
   */
  async raiseRevision(key: string): Promise<void> {
    const { isThere, raised } = await raiseRevision(this.manager, key);
    if (isThere) this.raised.set(key, raised);
    else this.missing.add(key);
  }

  /** What this transaction has raised the revision to; undefined when it has not, as there was no such namespace. */
  async raisedRevision(key: string): Promise<StoredRevision | undefined> {
    const raised = this.raised.get(key);
    if (raised !== undefined || !this.raised.has(key)) return raised;
    const read = await readRevision(this.manager, key);
    this.raised.set(key, read);
    return read;
  }

  /**
   * Has the revision that was raised read together with other rows, where it is not known.
   *
   * @returns To be called when they have been read.
   */
  readAlong(reading: RowReading, key: string): () => void {
    if (!this.raised.has(key) || this.raised.get(key) !== undefined) return () => undefined;
    const namespaces = reading.want(NamespaceEntity, []);
    return () => {
      const [row] = namespaces.rows;
      if (row !== undefined) this.raised.set(key, storedRevisionOf(row));
    };
  }

  private async notify(namespaceKey: string): Promise<void> {
    await notifyChange(this.manager, { kind: 'namespace', namespaceKey });
  }
}
