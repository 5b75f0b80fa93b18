import { type EntityManager, type EntitySchema } from 'typeorm';
import { type Instant, type Ranked } from '@pennon/domain';
import { byRank } from './find-options';

/** A row that has a place in the order of its flag. */
export interface RankedRow extends Ranked {
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Ids and ranks of a flag's rules or rollouts, by rank. */
export async function readRanks(
  manager: EntityManager,
  entity: EntitySchema<RankedRow>,
  namespaceKey: string,
  flagKey: string,
): Promise<readonly Ranked[]> {
  return manager.find(entity, {
    select: { id: true, rank: true },
    where: { namespaceKey, flagKey },
    order: byRank,
  });
}

/** Gives the rows new ranks and one common moment of change; rows that are not named keep theirs. */
export async function writeRanks(
  manager: EntityManager,
  entity: EntitySchema<RankedRow>,
  ranks: ReadonlyMap<string, number>,
  updatedAt: Instant,
): Promise<void> {
  for (const [id, rank] of ranks) await manager.update(entity, { id }, { rank, updatedAt });
}
