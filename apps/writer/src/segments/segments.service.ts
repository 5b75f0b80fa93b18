import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
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
import { Edits } from '@pennon/changes';
import { UnitOfWork } from '@pennon/storage';
import { assertOperatorKept } from '@pennon/state';

/** What a segment is made of when it is created. */
export type NewSegment = Omit<Segment, 'createdAt' | 'updatedAt'>;

/** What an update of a segment replaces. */
export type SegmentChanges = Pick<Segment, 'name' | 'description' | 'matchType'>;

/** Use cases of segments. */
@Injectable()
export class SegmentsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly edits: Edits,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if there is no such segment. */
  async get(namespaceKey: string, key: string): Promise<SegmentWithConstraints> {
    const segment = await this.unitOfWork.readOnce(({ segments }) => segments.find(namespaceKey, key));
    return assertFound(segment, namespaceKey, key);
  }

  /** A page of segments in creation order; empty when the namespace does not exist. */
  async list(namespaceKey: string, page: PageRequest): Promise<Page<SegmentWithConstraints>> {
    return this.unitOfWork.readOnce(({ segments }) => segments.list(namespaceKey, page));
  }

  /**
   * @throws NotFoundError if there is no such namespace.
   * @throws InvalidArgumentError if the key is taken.
   */
  async create(caller: ChangeCaller, segment: NewSegment): Promise<SegmentWithConstraints> {
    const { namespaceKey, key } = segment;
    const created = await this.edits.segment(caller, namespaceKey, key, async (stored, { namespaces }) => {
      if (stored !== undefined)
        throw new InvalidArgumentError(`segment ${quotePath(namespaceKey, key)} is not unique`);
      if (!(await namespaces.exists(namespaceKey)))
        throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
      const now = this.clock.now();
      return { ...segment, createdAt: now, updatedAt: now, constraints: [] };
    });
    return assertFound(created, namespaceKey, key);
  }

  /** @throws NotFoundError if there is no such segment. */
  async update(
    caller: ChangeCaller,
    namespaceKey: string,
    key: string,
    changes: SegmentChanges,
  ): Promise<SegmentWithConstraints> {
    const updated = await this.edits.segment(caller, namespaceKey, key, (stored) => ({
      ...assertFound(stored, namespaceKey, key),
      ...changes,
      updatedAt: this.clock.now(),
    }));
    return assertFound(updated, namespaceKey, key);
  }

  /**
   * Deletes a segment with its constraints; a missing segment is no error.
   *
   * @throws InvalidArgumentError if a rule or rollout looks at it.
   */
  async delete(caller: ChangeCaller, namespaceKey: string, key: string): Promise<void> {
    await this.edits.segment(caller, namespaceKey, key, async (_, { segments }) => {
      if (await segments.isInUse(namespaceKey, key))
        throw new InvalidArgumentError(`segment ${quotePath(namespaceKey, key)} is in use`);
      return undefined;
    });
  }
}

/** @throws NotFoundError if there is no such segment. */
function assertFound(
  segment: SegmentWithConstraints | undefined,
  namespaceKey: string,
  key: string,
): SegmentWithConstraints {
  if (segment === undefined) throw new NotFoundError(`segment ${quotePath(namespaceKey, key)} not found`);
  return segment;
}

/** What a constraint is made of when it is created. */
export type NewConstraint = Omit<Constraint, 'id' | 'createdAt' | 'updatedAt'>;

/** What an update of a constraint replaces. */
export type ConstraintChanges = Pick<Constraint, 'type' | 'property' | 'operator' | 'value' | 'description'>;

/** Use cases of constraints. */
@Injectable()
export class ConstraintsService {
  constructor(
    private readonly edits: Edits,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if there is no such segment. */
  async create(caller: ChangeCaller, constraint: NewConstraint): Promise<Constraint> {
    const { namespaceKey, segmentKey } = constraint;
    const id = randomUUID();
    const segment = await this.edits.segment(caller, namespaceKey, segmentKey, (stored) => {
      const { constraints, ...others } = assertFound(stored, namespaceKey, segmentKey);
      const now = this.clock.now();
      return {
        ...others,
        constraints: [...constraints, { ...constraint, id, createdAt: now, updatedAt: now }],
      };
    });
    return assertConstraint(constraintIn(segment, id), id);
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
    const segment = await this.edits.segment(caller, namespaceKey, segmentKey, (stored) => {
      const present = constraintIn(stored, id);
      assertOperatorKept(changes, present);
      const updated = { ...assertConstraint(present, id), ...changes, updatedAt: this.clock.now() };
      return stored && withConstraints(stored, (all) => all.map((one) => (one.id === id ? updated : one)));
    });
    return assertConstraint(constraintIn(segment, id), id);
  }

  /** Deletes a constraint; a missing one is no error. */
  async delete(caller: ChangeCaller, namespaceKey: string, segmentKey: string, id: string): Promise<void> {
    await this.edits.segment(
      caller,
      namespaceKey,
      segmentKey,
      (stored) => stored && withConstraints(stored, (all) => all.filter((one) => one.id !== id)),
    );
  }
}

function constraintIn(segment: SegmentWithConstraints | undefined, id: string): Constraint | undefined {
  return segment?.constraints.find((constraint) => constraint.id === id);
}

/** @throws NotFoundError if there is no such constraint. */
function assertConstraint(constraint: Constraint | undefined, id: string): Constraint {
  if (constraint === undefined) throw new NotFoundError(`constraint ${quote(id)} not found`);
  return constraint;
}

function withConstraints(
  segment: SegmentWithConstraints,
  edit: (constraints: readonly Constraint[]) => readonly Constraint[],
): SegmentWithConstraints {
  return { ...segment, constraints: edit(segment.constraints) };
}
