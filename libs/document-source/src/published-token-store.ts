import { performance } from 'node:perf_hooks';
import {
  ReadOnlyError,
  TokenStore,
  UnavailableError,
  type Authentication,
  type AuthenticationQuery,
  type Revision,
  type Revocations,
  type StoredMethod,
} from '@pennon/domain';
import { type PublishedToken } from '@pennon/publication';

/** How many revoked records are remembered for those who ask what was revoked since. */
const MAX_REVOKED = 10_000;

/**
 * The client tokens that a writer has published, as they were at the last look. Nothing can be changed here.
 *
 * While no look succeeds they go on to count for a grace, since nothing is known against them.
 */
export class PublishedTokenStore extends TokenStore {
  private tokens: ReadonlyMap<string, Authentication> | undefined;
  /**
   * The revision at which nothing was revoked yet. It begins with the time, so that a revision that somebody has kept
   * over a restart is known to be from another life.
   */
  private readonly firstRevision = Date.now();
  private revoked: readonly string[] = [];
  /** How many of the revoked are not remembered any more. */
  private forgotten = 0;
  private confirmedAt = Number.NEGATIVE_INFINITY;

  /** @param graceMs In milliseconds. */
  constructor(private readonly graceMs: number) {
    super();
  }

  /** True where tokens are published, even if there are none. */
  get isPublished(): boolean {
    return this.tokens !== undefined;
  }

  /** Takes what is published now in place of what was. @param published Undefined where no tokens are any more. */
  take(published: readonly PublishedToken[] | undefined): void {
    const before = this.tokens ?? new Map<string, Authentication>();
    const now = new Map(published?.map(({ tokenHash, authentication }) => [tokenHash, authentication]));
    const revoked = [...before].filter(([hash, record]) => !isSame(record, now.get(hash)));
    this.revoke(revoked.map(([, { id }]) => id));
    this.tokens = published === undefined ? undefined : now;
  }

  /** Notes that what it has was what is published. @param moment By `performance.now()`. */
  confirm(moment: number): void {
    this.confirmedAt = moment;
  }

  async findByHash(tokenHash: string): Promise<Authentication | undefined> {
    return Promise.resolve(this.read().get(tokenHash));
  }

  async find(id: string): Promise<Authentication | undefined> {
    return Promise.resolve([...this.read().values()].find((record) => record.id === id));
  }

  async list({ method, limit, offset }: AuthenticationQuery): Promise<readonly Authentication[]> {
    const records = [...this.read().values()]
      .filter((record) => method === undefined || record.method === method)
      .sort(byCreation);
    return Promise.resolve(records.slice(offset, offset + limit));
  }

  async hasAny(method: StoredMethod): Promise<boolean> {
    return Promise.resolve([...this.read().values()].some((record) => record.method === method));
  }

  async revocations(since: Revision | undefined): Promise<Revocations> {
    const { firstRevision, forgotten, revoked } = this;
    const revision = firstRevision + forgotten + revoked.length;
    if (this.confirmedAt === Number.NEGATIVE_INFINITY) throw notLookedUp();
    // What is at hand elsewhere does not count any more, either.
    if (this.isOverdue) return Promise.resolve({ revision, ids: undefined });
    if (since === undefined) return Promise.resolve({ revision, ids: [] });
    const first = firstRevision + forgotten;
    const isKnown = since.revision >= first && since.revision <= revision;
    const ids = isKnown ? revoked.slice(since.revision - first) : undefined;
    return Promise.resolve({ revision, ids });
  }

  async create(): Promise<never> {
    return Promise.reject(new ReadOnlyError());
  }

  async expire(): Promise<never> {
    return Promise.reject(new ReadOnlyError());
  }

  async delete(): Promise<never> {
    return Promise.reject(new ReadOnlyError());
  }

  async deleteExpired(): Promise<never> {
    return Promise.reject(new ReadOnlyError());
  }

  private get isOverdue(): boolean {
    return performance.now() - this.confirmedAt > this.graceMs;
  }

  /** @throws UnavailableError if nobody knows what is published now. */
  private read(): ReadonlyMap<string, Authentication> {
    if (this.isOverdue) throw notLookedUp();
    return this.tokens ?? new Map();
  }

  private revoke(ids: readonly string[]): void {
    const all = [...this.revoked, ...ids];
    const surplus = Math.max(all.length - MAX_REVOKED, 0);
    this.revoked = all.slice(surplus);
    this.forgotten += surplus;
  }
}

function notLookedUp(): UnavailableError {
  return new UnavailableError('the published client tokens cannot be read now');
}

function isSame(before: Authentication, now: Authentication | undefined): boolean {
  return now?.id === before.id && now.expiresAt === before.expiresAt && now.updatedAt === before.updatedAt;
}

function byCreation(left: Authentication, right: Authentication): number {
  return left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1);
}
