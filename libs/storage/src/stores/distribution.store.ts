import { type EntityManager } from 'typeorm';
import { type Distribution, type Instant } from '@pennon/domain';
import { DistributionEntity, type DistributionRow } from '../entities/rule.entity';
import { insertRows, replaceRows } from './insert-rows';

/** Distributions of rules. */
export class DistributionStore {
  constructor(private readonly manager: EntityManager) {}

  /** The distribution of that rule, or undefined. */
  async find(ruleId: string, id: string): Promise<Distribution | undefined> {
    return (await this.manager.findOneBy(DistributionEntity, { id, ruleId })) ?? undefined;
  }

  /** Adds a distribution. */
  async create(distribution: DistributionRow): Promise<void> {
    await this.createAll([distribution]);
  }

  /** Adds many distributions. */
  async createAll(distributions: readonly DistributionRow[]): Promise<void> {
    await insertRows(this.manager, DistributionEntity, distributions);
  }

  /** Makes many distributions that there are what is given. */
  async replaceAll(distributions: readonly DistributionRow[]): Promise<void> {
    await replaceRows(this.manager, DistributionEntity, distributions);
  }

  /** Replaces variant and percent of a distribution. */
  async update(
    id: string,
    changes: Pick<Distribution, 'variantId' | 'rolloutPercent'>,
    updatedAt: Instant,
  ): Promise<void> {
    await this.manager.update(DistributionEntity, { id }, { ...changes, updatedAt });
  }

  /** Deletes the distribution that all three ids name; does nothing when there is none. */
  async delete(namespaceKey: string, ruleId: string, variantId: string, id: string): Promise<void> {
    await this.manager.delete(DistributionEntity, { id, namespaceKey, ruleId, variantId });
  }
}
