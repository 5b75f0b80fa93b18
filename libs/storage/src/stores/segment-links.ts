import { In, type EntityManager, type EntitySchema } from 'typeorm';
import { groupBy, inPieces } from '@pennon/domain';
import { type SegmentLink } from '../entities/flag.entity';
import type { RowWriting } from './write-rows';

/** Most owners that one statement names; far below what any database takes. */
const OWNERS_AT_ONCE = 500;

/** A rule or rollout, and the segments that it looks at, in order. */
export interface SegmentsOfOwner {
  readonly ownerId: string;
  readonly namespaceKey: string;
  readonly segmentKeys: readonly string[];
}

/** The segments of rules or rollouts: ordered links from an owner to segments of its namespace. */
export class SegmentLinks {
  constructor(
    private readonly manager: EntityManager,
    private readonly writing: RowWriting,
    private readonly entity: EntitySchema<SegmentLink>,
  ) {}

  /** Makes those that are given the segments of owners, in this order. */
  async replaceAll(owners: readonly SegmentsOfOwner[]): Promise<void> {
    for (const some of inPieces(owners, OWNERS_AT_ONCE)) {
      await this.manager.delete(this.entity, { ownerId: In(some.map(({ ownerId }) => ownerId)) });
    }
    await this.createAll(owners);
  }

  /** Adds the segments of owners that have none yet. */
  async createAll(owners: readonly SegmentsOfOwner[]): Promise<void> {
    const links = owners.flatMap(({ ownerId, namespaceKey, segmentKeys }) =>
      segmentKeys.map((segmentKey, position) => ({ ownerId, namespaceKey, segmentKey, position })),
    );
    await this.writing.insert(this.entity, links);
  }
}

/** The segment keys of every owner among the links, which are ordered by position. */
export function segmentKeysByOwner(links: readonly SegmentLink[]): ReadonlyMap<string, readonly string[]> {
  const byOwner = groupBy(links, ({ ownerId }) => ownerId);
  return new Map([...byOwner].map(([owner, group]) => [owner, group.map(({ segmentKey }) => segmentKey)]));
}
