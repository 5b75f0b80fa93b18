import {
  type AuditFact,
  type AuditSource,
  type Authentication,
  type AuthenticationQuery,
  cleanedFact,
  expiryFact,
  type Instant,
  isSameRevision,
  issuedFact,
  type Revision,
  type Revocations,
  revokedFact,
  type StoredMethod,
  type TokenRecord,
  TokenRecords,
  TokenStore,
  UnavailableError,
} from '@pennon/domain';
import type { Database, Work } from './database/database';
import { AuditStore } from './stores/audit.store';
import { AuthenticationStore, TokenRevocationStore } from './stores/authentication.store';

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

/** How many records are read at once. */
const RECORDS_AT_ONCE = 500;

/** Records of client tokens in the database, read in batches, each a transaction of its own. */
export class DatabaseTokenRecords extends TokenRecords {
  constructor(private readonly database: Database) {
    super();
  }

  async *list(method: StoredMethod): AsyncGenerator<TokenRecord, void, undefined> {
    let lastId = '';
    for (;;) {
      const batch = await this.readAfter(method, lastId);
      yield* batch;
      if (batch.length < RECORDS_AT_ONCE) return;
      lastId = batch.at(-1)?.authentication.id ?? lastId;
    }
  }

  private async readAfter(method: StoredMethod, id: string): Promise<readonly TokenRecord[]> {
    return this.database.read((manager) =>
      new AuthenticationStore(manager).listWithHashes(method, id, RECORDS_AT_ONCE),
    );
  }
}
