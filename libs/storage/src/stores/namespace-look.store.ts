import { type EntityManager, In, IsNull, Not } from 'typeorm';
import type { NamespaceLook } from '@pennon/domain';
import { DEPLOYMENT_ID, DeploymentEntity } from '../entities/deployment.entity';
import { NamespaceLookEntity } from '../entities/namespace-look.entity';
import { membersOf } from './find-options';

/** The order of namespaces, and their hues. */
export class NamespaceLookStore {
  constructor(private readonly manager: EntityManager) {}

  /** False on the schema of a version before, where no namespace has a look. */
  get isThere(): boolean {
    return membersOf(this.manager, NamespaceLookEntity).includes('place');
  }

  /** Has whoever sets looks, too, wait until this transaction ends. */
  async hold(): Promise<void> {
    const unchanged = (): string => this.manager.connection.driver.escape('features');
    await this.manager.update(DeploymentEntity, { id: DEPLOYMENT_ID }, { features: unchanged });
  }

  /** The looks of the namespaces that have a place, in order. */
  async list(): Promise<readonly NamespaceLook[]> {
    if (!this.isThere) return [];
    const rows = await this.manager.find(NamespaceLookEntity, {
      where: { place: Not(IsNull()) },
      order: { place: 'ASC' },
    });
    return rows.map(({ key, hue }) => ({ namespaceKey: key, hue: hue ?? undefined }));
  }

  /** Those of these keys that have no namespace. */
  async missing(keys: readonly string[]): Promise<readonly string[]> {
    const rows = await this.manager.find(NamespaceLookEntity, {
      select: { key: true },
      where: { key: In([...keys]) },
    });
    const there = new Set(rows.map(({ key }) => key));
    return keys.filter((key) => !there.has(key));
  }

  /** Gives namespaces their looks, in this order, and takes them from all others. One statement. */
  async set(looks: readonly NamespaceLook[]): Promise<void> {
    const key = this.manager.connection.driver.escape('key');
    const byKey = (valueOf: (place: number) => string) => (): string => {
      if (looks.length === 0) return 'NULL';
      return `CASE ${key} ${looks.map((_, place) => `WHEN :key${place} THEN ${valueOf(place)}`).join(' ')} END`;
    };
    const given = looks.flatMap(({ namespaceKey, hue = null }, place) => [
      [`key${place}`, namespaceKey],
      [`hue${place}`, hue],
    ]);
    await this.manager
      .createQueryBuilder()
      .update(NamespaceLookEntity)
      .set({ hue: byKey((place) => `:hue${place}`), place: byKey(String) })
      .where([{ place: Not(IsNull()) }, { key: In(looks.map(({ namespaceKey }) => namespaceKey)) }])
      .setParameters(Object.fromEntries(given) as Record<string, string | null>)
      .execute();
  }
}
