import {
  cleanedFact,
  expiryFact,
  isSameRevision,
  issuedFact,
  revokedFact,
  TokenStore,
  UnavailableError,
  type AuditFact,
  type AuditSource,
  type Authentication,
  type AuthenticationQuery,
  type Instant,
  type Revision,
  type Revocations,
  type StoredMethod,
} from '@pennon/domain';
import { type Database, type Work } from './database';
import { AuditStore } from './stores/audit.store';
import { AuthenticationStore } from './stores/authentication.store';
import { TokenRevocationStore } from './stores/token-revocation.store';

/** Authentications in the database; every call is a transaction of its own. */
export class DatabaseTokenStore extends TokenStore {
  constructor(private readonly database: Database) {
    super();
  }

  async create(authentication: Authentication, tokenHash: string, by?: AuditSource): Promise<void> {
    await this.write(by, async (store, take) => {
      await store.create(authentication, tokenHash);
      take(issuedFact(authentication));
    });
  }

  async findByHash(tokenHash: string): Promise<Authentication | undefined> {
    return this.read((store) => store.findByHash(tokenHash));
  }

  async find(id: string): Promise<Authentication | undefined> {
    return this.read((store) => store.find(id));
  }

  async list(query: AuthenticationQuery): Promise<readonly Authentication[]> {
    return this.read((store) => store.list(query));
  }

  async hasAny(method: StoredMethod): Promise<boolean> {
    return this.read((store) => store.hasAny(method));
  }

  async expire(id: string, expiresAt: Instant, updatedAt: Instant, by?: AuditSource): Promise<void> {
    await this.write(by, async (store, take) => {
      const before = await store.find(id);
      const isDone = await store.expire(id, expiresAt, updatedAt);
      if (before !== undefined && isDone) take(expiryFact(before, { ...before, expiresAt, updatedAt }));
    });
  }

  async delete(id: string, by?: AuditSource): Promise<void> {
    await this.write(by, async (store, take) => {
      const before = await store.find(id);
      // Of two who delete it at once, one has.
      const isDone = await store.delete(id);
      if (before !== undefined && isDone) take(revokedFact(before));
    });
  }

  async deleteExpired(method: StoredMethod, before: Instant, by?: AuditSource): Promise<number> {
    return this.write(by, async (store, take) => {
      const count = await store.deleteExpired(method, before);
      if (count > 0) take(cleanedFact(method, before, count));
      return count;
    });
  }

  async revocations(since: Revision | undefined): Promise<Revocations> {
    const latest = await this.database.readOnce((manager) => new TokenRevocationStore(manager).revision());
    if (since === undefined || isSameRevision(latest, since)) return { ...latest, ids: [] };
    const read: Work<Revocations> = (manager) => new TokenRevocationStore(manager).since(since);
    const revocations = await this.database.read(read);
    if (revocations.revision >= since.revision) return revocations;
    // A replica that lags, or another history; only the primary knows.
    return this.database.readPrimary(read).catch((error: unknown) => {
      if (error instanceof UnavailableError) return { ...since, ids: [] };
      throw error;
    });
  }

  /** @param work Takes down what it does. */
  private async write<T>(
    by: AuditSource | undefined,
    work: (store: AuthenticationStore, take: (fact: AuditFact) => void) => Promise<T>,
  ): Promise<T> {
    return this.database.write(async (manager) => {
      const facts: AuditFact[] = [];
      const result = await work(new AuthenticationStore(manager), (fact) => facts.push(fact));
      if (by !== undefined) await new AuditStore(manager).append({ ...by, facts });
      return result;
    });
  }

  private async read<T>(work: (store: AuthenticationStore) => Promise<T>): Promise<T> {
    return this.database.read((manager) => work(new AuthenticationStore(manager)));
  }
}
