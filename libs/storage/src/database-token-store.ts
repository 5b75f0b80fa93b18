import {
  cleanedFact,
  expiryFact,
  issuedFact,
  revokedFact,
  TokenStore,
  type AuditFact,
  type AuditSource,
  type Authentication,
  type AuthenticationQuery,
  type Instant,
  type Revocations,
  type StoredMethod,
} from '@pennon/domain';
import { type Database } from './database';
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

  async revocations(since: number | undefined): Promise<Revocations> {
    return this.database.readOnce(async (manager) => {
      const store = new TokenRevocationStore(manager);
      return since === undefined ? { revision: await store.revision(), ids: [] } : store.since(since);
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
