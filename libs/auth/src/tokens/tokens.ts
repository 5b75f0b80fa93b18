import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  Clock,
  TokenStore,
  type Authentication,
  type AuthenticationMetadata,
  type Instant,
  type StoredMethod,
} from '@pennon/domain';
import { hashOf, newClientToken } from './client-token';

/** A client token and the record behind it. */
export interface IssuedToken {
  /** The token's text; it is kept nowhere. */
  readonly clientToken: string;
  readonly authentication: Authentication;
}

/** What is known of whoever gets a client token. */
export interface NewAuthentication {
  readonly method: StoredMethod;
  readonly metadata: AuthenticationMetadata;
  /** Undefined for a token that never expires. */
  readonly expiresAt: Instant | undefined;
}

/** Issues client tokens. Source: contract/authentication.md 3.1. */
@Injectable()
export class Tokens {
  constructor(
    private readonly clock: Clock,
    private readonly store: TokenStore,
  ) {}

  /**
   * Makes a record, and the client token that stands for it.
   *
   * @param clientToken A text that the operator chose; a new one unless given.
   * @throws InvalidArgumentError if the given token is taken.
   */
  async issue(
    { method, metadata, expiresAt }: NewAuthentication,
    clientToken: string = newClientToken(),
  ): Promise<IssuedToken> {
    const now = this.clock.now();
    const authentication = { id: randomUUID(), method, metadata, expiresAt, createdAt: now, updatedAt: now };
    await this.store.create(authentication, hashOf(clientToken));
    return { clientToken, authentication };
  }
}
