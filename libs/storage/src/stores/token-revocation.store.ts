import { LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import { isSameRevision, type Revision, type Revocations } from '@pennon/domain';
import { DEPLOYMENT_ID, DeploymentEntity, type DeploymentRow } from '../entities/deployment.entity';
import { TokenRevocationEntity } from '../entities/token-revocation.entity';
import { newMark } from '../new-mark';
import { follows } from './follows';
import { notifyChange } from './notify-change';
import { markedRevision } from './read-revision';

/** How many revocations are remembered. Who is further behind has to take any record for revoked. */
const REMEMBERED = 1000;

/** Every so many of them, earlier ones are forgotten. */
const BETWEEN_FORGETTING = 100;

/** Which authentications were revoked lately, in the order of the commits. */
export class TokenRevocationStore {
  constructor(private readonly manager: EntityManager) {}

  /** Adds a revocation. Others wait with theirs until the transaction ends, so that none is ever seen late. */
  async add(authenticationId: string): Promise<void> {
    await this.manager
      .createQueryBuilder()
      .update(DeploymentEntity)
      // In this order: MySQL sets one after the other.
      .set({
        tokenRevision: () => 'token_revision + 1',
        tokenMarkBefore: () => 'token_mark',
        tokenMark: newMark(),
      })
      .where({ id: DEPLOYMENT_ID })
      .execute();
    const { tokenRevision: revision, tokenMarkBefore: markBefore } = await this.deployment();
    await this.manager.insert(TokenRevocationEntity, { revision, markBefore, authenticationId });
    if (revision % BETWEEN_FORGETTING === 0)
      await this.manager.delete(TokenRevocationEntity, { revision: LessThanOrEqual(revision - REMEMBERED) });
    await notifyChange(this.manager, { kind: 'tokens' });
  }

  /** How many revocations there were, and the mark of the last one. */
  async revision(): Promise<Revision> {
    const { tokenRevision, tokenMark } = await this.deployment();
    return markedRevision(tokenRevision, tokenMark);
  }

  /** What was revoked after that revision, in a transaction that sees one state. */
  async since(since: Revision): Promise<Revocations> {
    const latest = await this.revision();
    if (isSameRevision(latest, since)) return { ...latest, ids: [] };
    const rows = await this.manager.find(TokenRevocationEntity, {
      where: { revision: MoreThan(since.revision) },
      order: { revision: 'ASC' },
    });
    const isComplete = rows.length === latest.revision - since.revision && follows(rows[0], since);
    return { ...latest, ids: isComplete ? rows.map((row) => row.authenticationId) : undefined };
  }

  private async deployment(): Promise<DeploymentRow> {
    return this.manager.findOneByOrFail(DeploymentEntity, { id: DEPLOYMENT_ID });
  }
}
