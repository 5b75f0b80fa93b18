import { type EntityManager, LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import {
  type Authentication,
  type AuthenticationMetadata,
  type AuthenticationQuery,
  type Instant,
  InvalidArgumentError,
  isSameRevision,
  type Revision,
  type Revocations,
  sortMembers,
  type StoredMethod,
  type TokenRecord,
} from '@pennon/domain';
import { isUniqueConflict } from '../database/driver-errors';
import {
  AuthenticationEntity,
  type AuthenticationRow,
  TokenRevocationEntity,
} from '../entities/authentication.entity';
import { DEPLOYMENT_ID, DeploymentEntity, type DeploymentRow } from '../entities/deployment.entity';
import { byCreation } from './find-options';
import { notifyChange } from './notify-change';
import { follows, markedRevision, newMark } from './revision';

/** How many revocations are remembered. Who is further behind has to take any record for revoked. */
const REMEMBERED_REVOCATIONS = 1000;

/** Old entries are deleted once per this many new ones. */
const REVOCATIONS_BETWEEN_FORGETTING = 100;

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
    if (revision % REVOCATIONS_BETWEEN_FORGETTING === 0)
      await this.manager.delete(TokenRevocationEntity, {
        revision: LessThanOrEqual(revision - REMEMBERED_REVOCATIONS),
      });
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

const tokenHashes = {
  table: 'authentications',
  column: 'hashed_client_token',
  index: 'authentications_hashed_client_token',
};

/** Authentications, each under the hash of its client token. */
export class AuthenticationStore {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Adds a record; the transaction is lost when it throws.
   *
   * @throws InvalidArgumentError if there is a record under that hash.
   */
  async create(authentication: Authentication, tokenHash: string): Promise<void> {
    try {
      await this.manager.insert(AuthenticationEntity, rowOf(authentication, tokenHash));
    } catch (error) {
      // Without the cause, which holds the hash.
      if (isUniqueConflict(error, tokenHashes)) throw new InvalidArgumentError('not unique');
      throw error;
    }
  }

  /** The record under that hash, expired or not, or undefined. */
  async findByHash(tokenHash: string): Promise<Authentication | undefined> {
    return this.findOne({ tokenHash });
  }

  /** The record, or undefined. */
  async find(id: string): Promise<Authentication | undefined> {
    return this.findOne({ id });
  }

  /** Records in creation order, also expired ones. */
  async list({ method, limit, offset }: AuthenticationQuery): Promise<readonly Authentication[]> {
    const rows = await this.manager.find(AuthenticationEntity, {
      where: { ...(method !== undefined && { method }) },
      order: byCreation,
      take: limit,
      skip: offset,
    });
    return rows.map(authenticationOf);
  }

  /** Records with their hashes in the order of their ids, also expired ones, from the id after that one on. */
  async listWithHashes(
    method: StoredMethod,
    afterId: string,
    limit: number,
  ): Promise<readonly TokenRecord[]> {
    const rows = await this.manager.find(AuthenticationEntity, {
      where: { method, id: MoreThan(afterId) },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map((row) => ({ tokenHash: row.tokenHash, authentication: authenticationOf(row) }));
  }

  /** True if there is a record of that method, expired or not. */
  async hasAny(method: StoredMethod): Promise<boolean> {
    return this.manager.existsBy(AuthenticationEntity, { method });
  }

  /** Replaces the moment from which a record is refused. @returns false when there is none. */
  async expire(id: string, expiresAt: Instant, updatedAt: Instant): Promise<boolean> {
    const { affected } = await this.manager.update(AuthenticationEntity, { id }, { expiresAt, updatedAt });
    if (affected === 0) return false;
    await new TokenRevocationStore(this.manager).add(id);
    return true;
  }

  /** Deletes a record. @returns false when there is none. */
  async delete(id: string): Promise<boolean> {
    const { affected } = await this.manager.delete(AuthenticationEntity, { id });
    if (affected === 0) return false;
    await new TokenRevocationStore(this.manager).add(id);
    return true;
  }

  /** Deletes the records of that method that expired before that moment, and returns how many. */
  async deleteExpired(method: StoredMethod, before: Instant): Promise<number> {
    // Null, of a record that never expires, is less than no moment.
    const expiresAt = LessThan(before);
    const { affected } = await this.manager.delete(AuthenticationEntity, { method, expiresAt });
    return affected ?? 0;
  }

  private async findOne(
    key: Pick<AuthenticationRow, 'id'> | Pick<AuthenticationRow, 'tokenHash'>,
  ): Promise<Authentication | undefined> {
    const row = await this.manager.findOneBy(AuthenticationEntity, key);
    return row === null ? undefined : authenticationOf(row);
  }
}

function rowOf({ expiresAt, metadata, ...others }: Authentication, tokenHash: string): AuthenticationRow {
  return { ...others, tokenHash, expiresAt: expiresAt ?? null, metadata: metadataText(metadata) };
}

function metadataText(metadata: AuthenticationMetadata): string {
  return JSON.stringify(sortMembers(metadata));
}

/** The authentication a row makes, without its hash, which nobody else need see. */
function authenticationOf(row: AuthenticationRow): Authentication {
  const { id, method, expiresAt, metadata, createdAt, updatedAt } = row;
  return {
    id,
    method,
    expiresAt: expiresAt ?? undefined,
    createdAt,
    updatedAt,
    metadata: JSON.parse(metadata) as AuthenticationMetadata,
  };
}
