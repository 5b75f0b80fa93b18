import { LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import { type Revocations } from '@pennon/domain';
import { DEPLOYMENT_ID, DeploymentEntity } from '../entities/deployment.entity';
import { TokenRevocationEntity } from '../entities/token-revocation.entity';
import { notifyChange } from './notify-change';

/** How many revocations are remembered. Who is further behind has to take any record for revoked. */
const REMEMBERED = 1000;

/** Every so many of them, earlier ones are forgotten. */
const BETWEEN_FORGETTING = 100;

/** Which authentications were revoked lately, in the order of the commits. */
export class TokenRevocationStore {
  constructor(private readonly manager: EntityManager) {}

  /** Adds a revocation. Others wait with theirs until the transaction ends, so that none is ever seen late. */
  async add(authenticationId: string): Promise<void> {
    await this.manager.increment(DeploymentEntity, { id: DEPLOYMENT_ID }, 'tokenRevision', 1);
    const revision = await this.revision();
    await this.manager.insert(TokenRevocationEntity, { revision, authenticationId });
    if (revision % BETWEEN_FORGETTING === 0)
      await this.manager.delete(TokenRevocationEntity, { revision: LessThanOrEqual(revision - REMEMBERED) });
    await notifyChange(this.manager, { kind: 'tokens' });
  }

  /** How many revocations there were. */
  async revision(): Promise<number> {
    return (await this.manager.findOneByOrFail(DeploymentEntity, { id: DEPLOYMENT_ID })).tokenRevision;
  }

  /** What was revoked after that revision; one statement. */
  async since(revision: number): Promise<Revocations> {
    const rows = await this.manager.find(TokenRevocationEntity, {
      where: { revision: MoreThan(revision) },
      order: { revision: 'ASC' },
    });
    const latest = rows.at(-1)?.revision ?? revision;
    const isComplete = rows.length === latest - revision;
    return { revision: latest, ids: isComplete ? rows.map((row) => row.authenticationId) : undefined };
  }
}
