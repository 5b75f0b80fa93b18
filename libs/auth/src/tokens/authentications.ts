import { Injectable, Optional } from '@nestjs/common';
import { originOf } from '@pennon/api';
import type { SessionConfig } from '@pennon/config';
import {
  type AuditOrigin,
  type Authentication,
  type AuthenticationMethod,
  type Change,
  ChangeSink,
  Clock,
  Followers,
  type HeldWork,
  type Identity,
  type Instant,
  isSessionMethod,
  MICROS_PER_MILLISECOND,
  TokenStore,
  WorkOfTokens,
} from '@pennon/domain';
import { TokenAuthenticator } from './token-authenticator';

/** How long sessions last. */
export class SessionLifetime {
  constructor(private readonly config: Pick<SessionConfig, 'tokenLifetime'>) {}

  /** When a session that begins now ends. */
  endOf(beginning: Instant): Instant {
    return beginning + this.config.tokenLifetime * MICROS_PER_MILLISECOND;
  }

  /** The latest moment that a record may be made to expire at; undefined when there is none. */
  latestExpiry({ method, createdAt, expiresAt }: Authentication): Instant | undefined {
    return isSessionMethod(method) ? this.endOf(createdAt) : expiresAt;
  }
}

/** Records on a page unless a limit is given, and the most there can be. */
const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

/** A page of records. */
export interface AuthenticationPage {
  readonly items: readonly Authentication[];
  /** Where the next page begins; undefined on the last one. */
  readonly nextOffset: number | undefined;
}

/** The use cases on authentication records. */
@Injectable()
export class Authentications {
  /**
   * @param sink Tells other instances, where the database does not tell them itself.
   * @param followers Are to refuse a token before its revocation is acknowledged; undefined where there are none.
   * @param work What was begun with tokens; undefined where nothing goes on by itself.
   */
  constructor(
    private readonly clock: Clock,
    private readonly lifetime: SessionLifetime,
    private readonly store: TokenStore,
    private readonly authenticator: TokenAuthenticator,
    @Optional() private readonly sink?: ChangeSink,
    @Optional() private readonly followers?: Followers,
    @Optional() private readonly work?: WorkOfTokens,
  ) {}

  /** The record of that id, or undefined. */
  async find(id: string): Promise<Authentication | undefined> {
    return this.store.find(id);
  }

  /**
   * A page of records in creation order.
   *
   * @param method Only of this method; undefined for all.
   * @param limit 0 for the default; what is out of range is the most there can be.
   * @param pageToken Where to begin, a number; what is none is the beginning.
   */
  async list(
    method: AuthenticationMethod | undefined,
    { limit, pageToken }: { readonly limit: number; readonly pageToken: string },
  ): Promise<AuthenticationPage> {
    if (method === 'jwt') return { items: [], nextOffset: undefined };
    const size = sizeOf(limit);
    const offset = /^\d{1,15}$/.test(pageToken) ? Number(pageToken) : 0;
    const found = await this.store.list({ method, limit: size + 1, offset });
    const nextOffset = found.length > size ? offset + size : undefined;
    return { items: found.slice(0, size), nextOffset };
  }

  /**
   * Revokes a token; does nothing when there is none. Resolves when it is refused here.
   *
   * @param origin Whose doing it is.
   * @param keepsWork True to let go on what was begun with the token.
   * @returns What waits for somebody now.
   */
  async delete(id: string, origin: AuditOrigin, keepsWork = false): Promise<readonly HeldWork[]> {
    const held = keepsWork ? [] : await this.held(id, origin);
    await this.store.delete(id, { origin, at: this.clock.now() });
    await this.forget(id);
    return held;
  }

  /**
   * Has the caller's own credential expire; a JWT expires by itself alone.
   *
   * @param at Now when undefined; a moment later than the credential may last counts as the latest it may.
   * @param clientAddress Of the caller.
   */
  async expire(identity: Identity, at: Instant | undefined, clientAddress: string): Promise<void> {
    if (identity.method === 'jwt') return;
    const now = this.clock.now();
    const latest = this.lifetime.latestExpiry(identity);
    const by = { origin: originOf({ identity, clientAddress }), at: now };
    await this.store.expire(identity.id, Math.min(at ?? now, latest ?? Infinity), now, by);
    await this.forget(identity.id);
  }

  /** Has what waits in the name of a token wait for somebody. The end of a session is no leaving. */
  private async held(id: string, origin: AuditOrigin): Promise<readonly HeldWork[]> {
    if (this.work === undefined) return [];
    const found = await this.store.find(id);
    return found?.method === 'token' ? this.work.hold(id, origin) : [];
  }

  private async forget(id: string): Promise<void> {
    this.authenticator.forget(id);
    const change: Change = { kind: 'tokens' };
    this.sink?.publish(change);
    await this.followers?.show(change);
  }
}

function sizeOf(limit: number): number {
  if (limit === 0) return DEFAULT_LIMIT;
  return limit < 0 ? MAX_LIMIT : Math.min(limit, MAX_LIMIT);
}
