import { type EntityManager, type EntitySchema } from 'typeorm';
import { groupBy } from '@pennon/domain';
import { ofParents } from './of-parents';
import { type SegmentLink } from '../entities/rule.entity';

/** The segments of rules or rollouts: ordered links from an owner to segments of its namespace. */
export class SegmentLinks {
  constructor(
    private readonly manager: EntityManager,
    private readonly entity: EntitySchema<SegmentLink>,
  ) {}

  /** The segment keys of each of the owners, in order. */
  async of(namespaceKey: string, owners: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const ownerId = ofParents(owners);
    const links = await this.manager.find(this.entity, {
      where: { namespaceKey, ...(ownerId && { ownerId }) },
      order: { position: 'ASC' },
    });
    return segmentKeysByOwner(links);
  }

  /** Makes `segmentKeys` the segments of an owner, in this order. */
  async replace(namespaceKey: string, ownerId: string, segmentKeys: readonly string[]): Promise<void> {
    await this.manager.delete(this.entity, { ownerId });
    await this.manager.insert(
      this.entity,
      segmentKeys.map((segmentKey, position) => ({ ownerId, namespaceKey, segmentKey, position })),
    );
  }
}

/** The segment keys of every owner among the links, which are ordered by position. */
export function segmentKeysByOwner(links: readonly SegmentLink[]): ReadonlyMap<string, readonly string[]> {
  const byOwner = groupBy(links, ({ ownerId }) => ownerId);
  return new Map([...byOwner].map(([owner, group]) => [owner, group.map(({ segmentKey }) => segmentKey)]));
}
