import { Injectable } from '@nestjs/common';
import { Clock, isExpired, type Authentication } from '@pennon/domain';
import { type Credential, refusal } from '../credentials/credential';
import { MAX_TOKEN_LENGTH } from '../credentials/client-token';
import { TokenRecords } from './token-records';

/** Tells whose a client token is. */
@Injectable()
export class TokenAuthenticator {
  constructor(
    private readonly clock: Clock,
    private readonly records: TokenRecords,
  ) {}

  /**
   * The record of a client token; at once when it is at hand.
   *
   * @throws UnauthenticatedError if there is none, or it has expired.
   * @throws UnavailableError if it must be looked up and cannot be.
   */
  authenticate(credential: Credential): Authentication | Promise<Authentication> {
    if (credential.text.length > MAX_TOKEN_LENGTH) throw refusal('the token is too long');
    const found = this.records.find(credential.hash);
    return found instanceof Promise ? found.then((later) => this.accept(later)) : this.accept(found);
  }

  /** Forgets the record of that id, because it was revoked here. */
  forget(id: string): void {
    this.records.forget(id);
  }

  private accept(found: Authentication | undefined): Authentication {
    if (found === undefined) throw refusal('there is no such token');
    // Most tokens never expire, and the clock gives no moment twice.
    const expires = found.expiresAt !== undefined;
    if (expires && isExpired(found, this.clock.now())) throw refusal('the token has expired');
    return found;
  }
}
