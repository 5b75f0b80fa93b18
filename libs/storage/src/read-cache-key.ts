import { type Database } from './database/database';
import { DEPLOYMENT_ID, DeploymentEntity } from './entities/deployment.entity';

/**
 * The secret by which the instances on this database know each other’s entries in a cache.
 *
 * @throws UnavailableError if the database cannot be read now.
 */
export async function readCacheKey(database: Database): Promise<string> {
  const row = await database.readOnce((manager) =>
    manager.findOneByOrFail(DeploymentEntity, { id: DEPLOYMENT_ID }),
  );
  return row.cacheKey;
}
