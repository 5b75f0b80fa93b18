import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { constraintState, segmentState } from '@pennon/audit';
import {
  Clock,
  type Constraint,
  InvalidArgumentError,
  NotFoundError,
  type Page,
  type PageRequest,
  quote,
  quotePath,
  type Segment,
  type SegmentWithConstraints,
  type ChangeCaller,
} from '@pennon/domain';
import { Changes } from '@pennon/changes';
import { type ConstraintChanges, type SegmentChanges, type Stores, UnitOfWork } from '@pennon/storage';
import { assertOperatorKept } from '@pennon/state';

/** What a segment is made of when it is created. */
export type NewSegment = Omit<Segment, 'createdAt' | 'updatedAt'>;

/** Use cases of segments. */
@Injectable()
export class SegmentsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if there is no such segment. */
  async get(namespaceKey: string, key: string): Promise<SegmentWithConstraints> {
    return this.unitOfWork.read((stores) => findSegment(stores, namespaceKey, key));
  }

  /** A page of segments in creation order; empty when the namespace does not exist. */
  async list(namespaceKey: string, page: PageRequest): Promise<Page<SegmentWithConstraints>> {
    return this.unitOfWork.read(({ segments }) => segments.list(namespaceKey, page));
  }

  /**
   * @throws NotFoundError if there is no such namespace.
   * @throws InvalidArgumentError if the key is taken.
   */
  async create(caller: ChangeCaller, segment: NewSegment): Promise<SegmentWithConstraints> {
    const { namespaceKey, key } = segment;
    return this.changes.apply(
      caller,
      namespaceKey,
      { kind: 'segment', key },
      async ({ namespaces, segments }, trail) => {
        if (!(await namespaces.exists(namespaceKey))) {
          throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
        }
        if (await segments.exists(namespaceKey, key)) {
          throw new InvalidArgumentError(`segment ${quotePath(namespaceKey, key)} is not unique`);
        }
        const now = this.clock.now();
        const created = { ...segment, createdAt: now, updatedAt: now };
        await segments.create(created);
        trail.created(segmentState(created));
        return { ...created, constraints: [] };
      },
    );
  }

  /** @throws NotFoundError if there is no such segment. */
  async update(
    caller: ChangeCaller,
    namespaceKey: string,
    key: string,
    changes: SegmentChanges,
  ): Promise<SegmentWithConstraints> {
    return this.changes.apply(caller, namespaceKey, { kind: 'segment', key }, async (stores, trail) => {
      const segment = await findSegment(stores, namespaceKey, key);
      const updatedAt = this.clock.now();
      await stores.segments.update(namespaceKey, key, changes, updatedAt);
      return trail.updated(segmentState, segment, { ...segment, ...changes, updatedAt });
    });
  }

  /**
   * Deletes a segment with its constraints; a missing segment is no error.
   *
   * @throws InvalidArgumentError if a rule or rollout looks at it.
   */
  async delete(caller: ChangeCaller, namespaceKey: string, key: string): Promise<void> {
    await this.changes.apply(caller, namespaceKey, { kind: 'segment', key }, async ({ segments }, trail) => {
      if (await segments.isInUse(namespaceKey, key)) {
        throw new InvalidArgumentError(`segment ${quotePath(namespaceKey, key)} is in use`);
      }
      const segment = await segments.find(namespaceKey, key);
      await segments.delete(namespaceKey, key);
      trail.deleted(segment && segmentState(segment));
    });
  }
}

async function findSegment(
  { segments }: Stores,
  namespaceKey: string,
  key: string,
): Promise<SegmentWithConstraints> {
  const segment = await segments.find(namespaceKey, key);
  if (segment === undefined) throw new NotFoundError(`segment ${quotePath(namespaceKey, key)} not found`);
  return segment;
}

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
  async create(caller: ChangeCaller, constraint: NewConstraint): Promise<Constraint> {
    const { namespaceKey, segmentKey } = constraint;
    return this.changes.apply(
      caller,
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
    caller: ChangeCaller,
    namespaceKey: string,
    segmentKey: string,
    id: string,
    changes: ConstraintChanges,
  ): Promise<Constraint> {
    return this.changes.apply(
      caller,
      namespaceKey,
      { kind: 'segment', key: segmentKey },
      async ({ constraints }, trail) => {
        const constraint = await constraints.find(namespaceKey, segmentKey, id);
        assertOperatorKept(changes, constraint);
        if (constraint === undefined) throw new NotFoundError(`constraint ${quote(id)} not found`);
        const updatedAt = this.clock.now();
        await constraints.update(id, changes, updatedAt);
        return trail.updated(constraintState, constraint, { ...constraint, ...changes, updatedAt });
      },
    );
  }

  /** Deletes a constraint; a missing one is no error. */
  async delete(caller: ChangeCaller, namespaceKey: string, segmentKey: string, id: string): Promise<void> {
    await this.changes.apply(
      caller,
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
