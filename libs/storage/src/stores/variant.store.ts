import { Not, type EntityManager } from 'typeorm';
import { type Instant, type Variant } from '@pennon/domain';
import { FlagEntity, VariantEntity } from '../entities/flag.entity';
import { insertRows, replaceRows } from './insert-rows';

/** What an update of a variant replaces. */
export type VariantChanges = Pick<Variant, 'key' | 'name' | 'description' | 'attachment'>;

/** Variants of flags. */
export class VariantStore {
  constructor(private readonly manager: EntityManager) {}

  /** The variant of that flag, or undefined. */
  async find(namespaceKey: string, flagKey: string, id: string): Promise<Variant | undefined> {
    return (await this.manager.findOneBy(VariantEntity, { id, namespaceKey, flagKey })) ?? undefined;
  }

  /** True if the variant belongs to any flag of the namespace. */
  async existsInNamespace(namespaceKey: string, id: string): Promise<boolean> {
    return this.manager.existsBy(VariantEntity, { id, namespaceKey });
  }

  /** True if another variant of the flag than `exceptId` has this key. */
  async isKeyTaken(namespaceKey: string, flagKey: string, key: string, exceptId = ''): Promise<boolean> {
    return this.manager.existsBy(VariantEntity, { namespaceKey, flagKey, key, id: Not(exceptId) });
  }

  /** Adds a variant. */
  async create(variant: Variant): Promise<void> {
    await this.createAll([variant]);
  }

  /** Adds many variants. */
  async createAll(variants: readonly Variant[]): Promise<void> {
    await insertRows(this.manager, VariantEntity, variants);
  }

  /** Makes many variants that there are what is given. */
  async replaceAll(variants: readonly Variant[]): Promise<void> {
    await replaceRows(this.manager, VariantEntity, variants);
  }

  /** Replaces what can change of a variant. */
  async update(id: string, changes: VariantChanges, updatedAt: Instant): Promise<void> {
    await this.manager.update(VariantEntity, { id }, { ...changes, updatedAt });
  }

  /** Deletes a variant with the distributions that point at it, and clears it as a flag's default. */
  async delete(namespaceKey: string, flagKey: string, id: string): Promise<void> {
    const { affected } = await this.manager
      .createQueryBuilder()
      .delete()
      .from(VariantEntity)
      .where({ id, namespaceKey, flagKey })
      .execute();
    if (affected === 0) return;
    await this.manager.update(FlagEntity, { namespaceKey, defaultVariantId: id }, { defaultVariantId: null });
  }
}
