import { Injectable } from '@nestjs/common';
import {
  Clock,
  InvalidArgumentError,
  NotFoundError,
  quote,
  quotePath,
  type Page,
  type PageRequest,
  type Segment,
  type SegmentWithConstraints,
} from '@pennon/domain';
import { UnitOfWork, type SegmentChanges, type Stores } from '@pennon/storage';
import { Changes } from '../changes/changes';

/** What a segment is made of when it is created. */
export type NewSegment = Omit<Segment, 'createdAt' | 'updatedAt'>;

/** Use cases of segments. Source: contract/management-api.md 5.2, 7.3. */
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
  async create(segment: NewSegment): Promise<SegmentWithConstraints> {
    const { namespaceKey, key } = segment;
    return this.changes.apply(namespaceKey, { kind: 'segment', key }, async ({ namespaces, segments }) => {
      if (!(await namespaces.exists(namespaceKey))) {
        throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
      }
      if (await segments.exists(namespaceKey, key)) {
        throw new InvalidArgumentError(`segment ${quotePath(namespaceKey, key)} is not unique`);
      }
      const now = this.clock.now();
      const created = { ...segment, createdAt: now, updatedAt: now };
      await segments.create(created);
      return { ...created, constraints: [] };
    });
  }

  /** @throws NotFoundError if there is no such segment. */
  async update(namespaceKey: string, key: string, changes: SegmentChanges): Promise<SegmentWithConstraints> {
    return this.changes.apply(namespaceKey, { kind: 'segment', key }, async (stores) => {
      const segment = await findSegment(stores, namespaceKey, key);
      const updatedAt = this.clock.now();
      await stores.segments.update(namespaceKey, key, changes, updatedAt);
      return { ...segment, ...changes, updatedAt };
    });
  }

  /**
   * Deletes a segment with its constraints; a missing segment is no error.
   *
   * @throws InvalidArgumentError if a rule or rollout looks at it.
   */
  async delete(namespaceKey: string, key: string): Promise<void> {
    await this.changes.apply(namespaceKey, { kind: 'segment', key }, async ({ segments }) => {
      if (await segments.isInUse(namespaceKey, key)) {
        throw new InvalidArgumentError(`segment ${quotePath(namespaceKey, key)} is in use`);
      }
      await segments.delete(namespaceKey, key);
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
