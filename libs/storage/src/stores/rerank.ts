import { type EntityManager, type EntitySchema } from 'typeorm';
import { type Instant, type Ranked } from '@pennon/domain';

/** Gives the rows new ranks and one common moment of change; rows that are not named keep theirs. */
export async function rerank(
  manager: EntityManager,
  entity: EntitySchema<Ranked & { updatedAt: Instant }>,
  ranks: ReadonlyMap<string, number>,
  updatedAt: Instant,
): Promise<void> {
  for (const [id, rank] of ranks) await manager.update(entity, { id }, { rank, updatedAt });
}
