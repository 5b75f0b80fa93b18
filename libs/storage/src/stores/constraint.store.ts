import { type EntityManager } from 'typeorm';
import { type Constraint, type Instant } from '@pennon/domain';
import { ConstraintEntity } from '../entities/segment.entity';
import { insertRows, replaceRows } from './insert-rows';

/** What an update of a constraint replaces. */
export type ConstraintChanges = Pick<Constraint, 'type' | 'property' | 'operator' | 'value' | 'description'>;

/** Constraints of segments. */
export class ConstraintStore {
  constructor(private readonly manager: EntityManager) {}

  /** The constraint of that segment, or undefined. */
  async find(namespaceKey: string, segmentKey: string, id: string): Promise<Constraint | undefined> {
    return (await this.manager.findOneBy(ConstraintEntity, { id, namespaceKey, segmentKey })) ?? undefined;
  }

  /** Adds a constraint. */
  async create(constraint: Constraint): Promise<void> {
    await this.createAll([constraint]);
  }

  /** Adds many constraints. */
  async createAll(constraints: readonly Constraint[]): Promise<void> {
    await insertRows(this.manager, ConstraintEntity, constraints);
  }

  /** Makes many constraints that there are what is given. */
  async replaceAll(constraints: readonly Constraint[]): Promise<void> {
    await replaceRows(this.manager, ConstraintEntity, constraints);
  }

  /** Replaces what can change of a constraint. */
  async update(id: string, changes: ConstraintChanges, updatedAt: Instant): Promise<void> {
    await this.manager.update(ConstraintEntity, { id }, { ...changes, updatedAt });
  }

  /** Deletes a constraint; does nothing when there is none. */
  async delete(namespaceKey: string, segmentKey: string, id: string): Promise<void> {
    await this.manager.delete(ConstraintEntity, { id, namespaceKey, segmentKey });
  }
}
