import {
  InvalidArgumentError,
  TokenStore,
  type Authentication,
  type AuthenticationQuery,
  type Instant,
  type Revision,
  type Revocations,
  type StoredMethod,
} from '@pennon/domain';

interface Entry {
  readonly authentication: Authentication;
  readonly tokenHash: string;
}

/** Holds authentications in memory, and can be made to fail. */
export class MemoryTokenStore extends TokenStore {
  private readonly entries = new Map<string, Entry>();
  private readonly revoked: string[] = [];
  private failure: Error | undefined;
  private failureOfCreates: Error | undefined;

  /** Fails every call from now on, or none with undefined. */
  failWith(failure: Error | undefined): void {
    this.failure = failure;
  }

  /** The same for new authentications alone, as when a disk is full. */
  failCreatesWith(failure: Error | undefined): void {
    this.failureOfCreates = failure;
  }

  async create(authentication: Authentication, tokenHash: string): Promise<void> {
    await this.reach();
    if (this.failureOfCreates !== undefined) throw this.failureOfCreates;
    const { id } = authentication;
    if (this.entries.has(id)) throw new Error(`there is an authentication of id ${id}`);
    if (this.entryUnder(tokenHash) !== undefined) throw new InvalidArgumentError('not unique');
    this.entries.set(id, { authentication: copyOf(authentication), tokenHash });
  }

  async findByHash(tokenHash: string): Promise<Authentication | undefined> {
    await this.reach();
    return this.entryUnder(tokenHash)?.authentication;
  }

  async find(id: string): Promise<Authentication | undefined> {
    await this.reach();
    return this.entries.get(id)?.authentication;
  }

  async list({ method, limit, offset }: AuthenticationQuery): Promise<readonly Authentication[]> {
    await this.reach();
    return this.all()
      .filter((authentication) => method === undefined || authentication.method === method)
      .sort(byCreation)
      .slice(offset, offset + limit);
  }

  async hasAny(method: StoredMethod): Promise<boolean> {
    await this.reach();
    return this.all().some((authentication) => authentication.method === method);
  }

  async expire(id: string, expiresAt: Instant, updatedAt: Instant): Promise<void> {
    await this.reach();
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    this.entries.set(id, { ...entry, authentication: { ...entry.authentication, expiresAt, updatedAt } });
    this.revoked.push(id);
  }

  async delete(id: string): Promise<void> {
    await this.reach();
    if (this.entries.delete(id)) this.revoked.push(id);
  }

  async deleteExpired(method: StoredMethod, before: Instant): Promise<number> {
    await this.reach();
    const expired = this.all().filter(
      ({ expiresAt = Infinity, ...authentication }) => authentication.method === method && expiresAt < before,
    );
    for (const { id } of expired) this.entries.delete(id);
    return expired.length;
  }

  async revocations(since: Revision | undefined): Promise<Revocations> {
    await this.reach();
    const revision = this.revoked.length;
    return { revision, ids: this.revoked.slice(since?.revision ?? revision) };
  }

  /** Answers later, as any store does, or fails as it was told to. */
  private async reach(): Promise<void> {
    const { failure } = this;
    await Promise.resolve();
    if (failure !== undefined) throw failure;
  }

  private entryUnder(tokenHash: string): Entry | undefined {
    return [...this.entries.values()].find((entry) => entry.tokenHash === tokenHash);
  }

  private all(): Authentication[] {
    return [...this.entries.values()].map(({ authentication }) => authentication);
  }
}

/** What is kept does not change when the caller's object does. */
function copyOf(authentication: Authentication): Authentication {
  return { ...authentication, metadata: { ...authentication.metadata } };
}

function byCreation(left: Authentication, right: Authentication): number {
  return left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1);
}
