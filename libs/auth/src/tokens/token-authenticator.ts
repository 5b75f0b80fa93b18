import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { Clock, isExpired, TokenStore, type Authentication } from '@pennon/domain';
import { LRUCache } from 'lru-cache';
import { refusal } from '../refusal';
import { hashOf, MAX_TOKEN_LENGTH } from './client-token';

/** From this age on a record is looked up again while the one at hand still counts. Milliseconds. */
const REFRESH_AGE_MS = 500;

/** From this age on a record does not count: a token that was revoked is refused within this time. Milliseconds. */
const MAX_AGE_MS = 1000;

/** Most records at hand; the least used make room. */
const MAX_RECORDS = 10_000;

/** A record, and when it was looked up, by `performance.now()`. */
interface Known {
  readonly authentication: Authentication;
  readonly lookedUpAt: number;
}

/** A look into the store that is under way. What it finds was true at some moment after it began. */
interface Look {
  readonly beganAt: number;
  readonly found: Promise<Authentication | undefined>;
}

/**
 * Tells whose a client token is.
 *
 * Records in use are kept at hand, under the hash of their token, and looked up again every half second, so that a
 * token in steady use costs no waiting, and one that was revoked anywhere is refused within a second. That there is
 * no such token is never kept. Source: contract/authentication.md 3.1, 3.2, 3.4.
 */
@Injectable()
export class TokenAuthenticator {
  private readonly known = new LRUCache<string, Known>({ max: MAX_RECORDS });
  private readonly looks = new Map<string, Look>();

  constructor(
    private readonly clock: Clock,
    private readonly store: TokenStore,
  ) {}

  /**
   * The record of a client token; at once when it is at hand.
   *
   * @throws UnauthenticatedError if there is none, or it has expired.
   * @throws UnavailableError if it must be looked up and cannot be.
   */
  authenticate(clientToken: string): Authentication | Promise<Authentication> {
    if (clientToken.length > MAX_TOKEN_LENGTH) throw refusal('the token is too long');
    const hash = hashOf(clientToken);
    const known = this.known.get(hash);
    const age = performance.now() - (known?.lookedUpAt ?? -Infinity);
    if (known === undefined || age >= MAX_AGE_MS)
      return this.lookUp(hash).then((found) => this.accept(found));
    // A failure to look it up shows when the record at hand has grown too old.
    if (age >= REFRESH_AGE_MS) this.lookUp(hash).catch(() => undefined);
    return this.accept(known.authentication);
  }

  /** Forgets what is at hand, because something was revoked here; also what a look under way may still find. */
  forget(): void {
    this.known.clear();
    this.looks.clear();
  }

  private accept(found: Authentication | undefined): Authentication {
    if (found === undefined) throw refusal('there is no such token');
    // Most tokens never expire, and the clock gives no moment twice.
    const expires = found.expiresAt !== undefined;
    if (expires && isExpired(found, this.clock.now())) throw refusal('the token has expired');
    return found;
  }

  /** Looks a record up. Who wants it at the same time shares the look, unless that has become too old for a newcomer. */
  private async lookUp(hash: string): Promise<Authentication | undefined> {
    const now = performance.now();
    const underWay = this.looks.get(hash);
    if (underWay !== undefined && now - underWay.beganAt < MAX_AGE_MS) return underWay.found;
    const look = { beganAt: now, found: this.store.findByHash(hash) };
    this.looks.set(hash, look);
    try {
      const authentication = await look.found;
      if (this.isCurrent(hash, look)) this.keep(hash, authentication, look.beganAt);
      return authentication;
    } finally {
      if (this.isCurrent(hash, look)) this.looks.delete(hash);
    }
  }

  /** False once there is a newer look, or something was revoked since. */
  private isCurrent(hash: string, look: Look): boolean {
    return this.looks.get(hash) === look;
  }

  private keep(hash: string, authentication: Authentication | undefined, lookedUpAt: number): void {
    if (authentication === undefined) this.known.delete(hash);
    else this.known.set(hash, { authentication, lookedUpAt });
  }
}
