import {
  TokenStore,
  type Authentication,
  type AuthenticationQuery,
  type Instant,
  type Revocations,
  type StoredMethod,
} from '@pennon/domain';
import { type Database } from './database';
import { AuthenticationStore } from './stores/authentication.store';
import { TokenRevocationStore } from './stores/token-revocation.store';

/** Authentications in the database; every call is a transaction of its own. */
export class DatabaseTokenStore extends TokenStore {
  constructor(private readonly database: Database) {
    super();
  }

  async create(authentication: Authentication, tokenHash: string): Promise<void> {
    await this.write((store) => store.create(authentication, tokenHash));
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

  async expire(id: string, expiresAt: Instant, updatedAt: Instant): Promise<void> {
    await this.write((store) => store.expire(id, expiresAt, updatedAt));
  }

  async delete(id: string): Promise<void> {
    await this.write((store) => store.delete(id));
  }

  async deleteExpired(method: StoredMethod, before: Instant): Promise<number> {
    return this.write((store) => store.deleteExpired(method, before));
  }

  async revocations(since: number | undefined): Promise<Revocations> {
    return this.database.readOnce(async (manager) => {
      const store = new TokenRevocationStore(manager);
      return since === undefined ? { revision: await store.revision(), ids: [] } : store.since(since);
    });
  }

  private async write<T>(work: (store: AuthenticationStore) => Promise<T>): Promise<T> {
    return this.database.write((manager) => work(new AuthenticationStore(manager)));
  }

  private async read<T>(work: (store: AuthenticationStore) => Promise<T>): Promise<T> {
    return this.database.read((manager) => work(new AuthenticationStore(manager)));
  }
}
