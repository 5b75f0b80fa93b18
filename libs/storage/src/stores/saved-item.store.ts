import { type EntityManager } from 'typeorm';
import type { AuditOrigin, SavedItem, SavedKind } from '@pennon/domain';
import { NamespaceEntity } from '../entities/namespace.entity';
import { SavedItemEntity, type SavedItemRow } from '../entities/saved-item.entity';
import { replaceRows } from './write-rows';

/** What people saved in namespaces. */
export class SavedItemStore {
  constructor(private readonly manager: EntityManager) {}

  /** Has whoever saves something in the same namespace wait until this transaction ends. */
  async hold(namespaceKey: string): Promise<void> {
    const unchanged = (): string => this.manager.connection.driver.escape('description');
    await this.manager.update(NamespaceEntity, { key: namespaceKey }, { description: unchanged });
  }

  /** The items of a namespace by kind and name. @param kind Those of this kind; undefined for all. */
  async list(namespaceKey: string, kind: SavedKind | undefined): Promise<readonly SavedItem[]> {
    const rows = await this.manager.find(SavedItemEntity, {
      where: { namespaceKey, ...(kind !== undefined && { kind }) },
      order: { kind: 'ASC', name: 'ASC' },
    });
    return rows.map(itemOf);
  }

  /** Adds an item, or replaces the one with its id. */
  async put({ owner, content, ...item }: SavedItem): Promise<void> {
    const row = { ...item, owner: JSON.stringify(owner), content: JSON.stringify(content) };
    await replaceRows(this.manager, SavedItemEntity, [row]);
  }

  async delete({ namespaceKey, id }: Pick<SavedItem, 'namespaceKey' | 'id'>): Promise<void> {
    await this.manager.delete(SavedItemEntity, { namespaceKey, id });
  }
}

function itemOf({ owner, content, ...row }: SavedItemRow): SavedItem {
  const parsed = { owner: JSON.parse(owner) as AuditOrigin, content: JSON.parse(content) as unknown };
  return { ...row, ...parsed } as SavedItem;
}
