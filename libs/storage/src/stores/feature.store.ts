import type { EntityManager } from 'typeorm';
import { featuresIn } from '@pennon/domain';
import { DEPLOYMENT_ID, DeploymentEntity } from '../entities/deployment.entity';
import { NamespaceEntity } from '../entities/namespace.entity';

/** Which features may be used, and which are: see `Feature`. */
export class FeatureStore {
  constructor(private readonly manager: EntityManager) {}

  /** Names of those that may be used. */
  async released(): Promise<readonly string[]> {
    const row = await this.manager.findOneByOrFail(DeploymentEntity, { id: DEPLOYMENT_ID });
    return featuresIn(row.features);
  }

  /** Writes down which features a namespace uses. @param features As `featuresText` writes them. */
  async use(namespaceKey: string, features: string): Promise<void> {
    await this.manager.update(NamespaceEntity, { key: namespaceKey }, { features });
  }
}
