import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { constraintState } from '@pennon/audit';
import { assertOperatorKept, Clock, NotFoundError, quote, quotePath, type Constraint } from '@pennon/domain';
import { type ConstraintChanges } from '@pennon/storage';
import { Changes, type ChangeCall } from '../changes/changes';

/** What a constraint is made of when it is created. */
export type NewConstraint = Omit<Constraint, 'id' | 'createdAt' | 'updatedAt'>;

/** Use cases of constraints. */
@Injectable()
export class ConstraintsService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if there is no such segment. */
  async create(call: ChangeCall, constraint: NewConstraint): Promise<Constraint> {
    const { namespaceKey, segmentKey } = constraint;
    return this.changes.apply(
      call,
      namespaceKey,
      { kind: 'segment', key: segmentKey },
      async ({ segments, constraints }, trail) => {
        if (!(await segments.exists(namespaceKey, segmentKey))) {
          throw new NotFoundError(`segment ${quotePath(namespaceKey, segmentKey)} not found`);
        }
        const now = this.clock.now();
        const created = { ...constraint, id: randomUUID(), createdAt: now, updatedAt: now };
        await constraints.create(created);
        trail.created(constraintState(created));
        return created;
      },
    );
  }

  /**
   * @throws NotFoundError if the segment has no such constraint.
   * @throws OperatorError if the operator is one of documents alone, and not what the constraint has.
   */
  async update(
    call: ChangeCall,
    namespaceKey: string,
    segmentKey: string,
    id: string,
    changes: ConstraintChanges,
  ): Promise<Constraint> {
    return this.changes.apply(
      call,
      namespaceKey,
      { kind: 'segment', key: segmentKey },
      async ({ constraints }, trail) => {
        const constraint = await constraints.find(namespaceKey, segmentKey, id);
        assertOperatorKept(changes, constraint);
        if (constraint === undefined) throw new NotFoundError(`constraint ${quote(id)} not found`);
        const updatedAt = this.clock.now();
        await constraints.update(id, changes, updatedAt);
        const updated = { ...constraint, ...changes, updatedAt };
        trail.updated(constraintState(constraint), constraintState(updated));
        return updated;
      },
    );
  }

  /** Deletes a constraint; a missing one is no error. */
  async delete(call: ChangeCall, namespaceKey: string, segmentKey: string, id: string): Promise<void> {
    await this.changes.apply(
      call,
      namespaceKey,
      { kind: 'segment', key: segmentKey },
      async ({ constraints }, trail) => {
        const constraint = await constraints.find(namespaceKey, segmentKey, id);
        await constraints.delete(namespaceKey, segmentKey, id);
        trail.deleted(constraint && constraintState(constraint));
      },
    );
  }
}
