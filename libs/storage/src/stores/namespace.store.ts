import { In, type EntityManager } from 'typeorm';
import { cutPage, type Instant, type Namespace, type Page, type PageRequest } from '@pennon/domain';
import { FlagEntity } from '../entities/flag.entity';
import { DeletedNamespaceEntity, NamespaceEntity } from '../entities/namespace.entity';
import { SegmentEntity } from '../entities/segment.entity';
import { byCreationOfKeys } from './order';
import { windowOf } from './window';

/** Namespaces and their revisions. */
export class NamespaceStore {
  constructor(private readonly manager: EntityManager) {}

  /** The namespace, or undefined. */
  async find(key: string): Promise<Namespace | undefined> {
    return (await this.manager.findOneBy(NamespaceEntity, { key })) ?? undefined;
  }

  /** True if the namespace exists. */
  async exists(key: string): Promise<boolean> {
    return this.manager.existsBy(NamespaceEntity, { key });
  }

  /** All namespaces, in creation order. */
  async all(): Promise<readonly Namespace[]> {
    return this.manager.find(NamespaceEntity, { order: byCreationOfKeys });
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
   */
  async create(namespace: Omit<Namespace, 'revision'>): Promise<void> {
    const deleted = await this.manager.findOneBy(DeletedNamespaceEntity, { key: namespace.key });
    await this.manager.delete(DeletedNamespaceEntity, { key: namespace.key });
    await this.manager.insert(NamespaceEntity, { ...namespace, revision: (deleted?.revision ?? 0) + 1 });
  }

  /** Replaces name and description. */
  async update(key: string, name: string, description: string, updatedAt: Instant): Promise<void> {
    await this.manager.update(NamespaceEntity, { key }, { name, description, updatedAt });
  }

  /** Deletes the namespace with everything in it. */
  async delete({ key, revision }: Namespace): Promise<void> {
    // Flags first: their rules and rollouts hold on to the segments.
    await this.manager.delete(FlagEntity, { namespaceKey: key });
    await this.manager.delete(SegmentEntity, { namespaceKey: key });
    await this.manager.delete(NamespaceEntity, { key });
    await this.manager.insert(DeletedNamespaceEntity, { key, revision });
  }

  /** Raises the revision by one; does nothing when there is no such namespace. */
  async raiseRevision(key: string): Promise<void> {
    await this.manager.increment(NamespaceEntity, { key }, 'revision', 1);
  }
}
