import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { originOf } from '@pennon/api';
import {
  Clock,
  TokenStore,
  type AuditOrigin,
  type Authentication,
  type AuthenticationMetadata,
  type Instant,
  type StoredMethod,
} from '@pennon/domain';
import { hashOf, newClientToken } from '../credentials/client-token';

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

/** Issues client tokens. */
@Injectable()
export class Tokens {
  constructor(
    private readonly clock: Clock,
    private readonly store: TokenStore,
  ) {}

  /** The moment by which tokens are issued, and expire. */
  now(): Instant {
    return this.clock.now();
  }

  /**
   * Makes a record, and the client token that stands for it.
   *
   * @param origin Whose doing it is.
   * @param clientToken A text that the operator chose; a new one unless given.
   * @throws InvalidArgumentError if the given token is taken.
   */
  async issue(
    wanted: NewAuthentication,
    origin: AuditOrigin,
    clientToken: string = newClientToken(),
  ): Promise<IssuedToken> {
    return this.add(this.recordOf(wanted), origin, clientToken);
  }

  /** The same for whoever has just proved who it is, whose own doing it is. @param clientAddress Of the caller. */
  async logIn(wanted: NewAuthentication, clientAddress: string): Promise<IssuedToken> {
    const authentication = this.recordOf(wanted);
    const origin = originOf({ identity: authentication, clientAddress });
    return this.add(authentication, origin, newClientToken());
  }

  private recordOf({ method, metadata, expiresAt }: NewAuthentication): Authentication {
    const now = this.clock.now();
    return { id: randomUUID(), method, metadata, expiresAt, createdAt: now, updatedAt: now };
  }

  private async add(
    authentication: Authentication,
    origin: AuditOrigin,
    clientToken: string,
  ): Promise<IssuedToken> {
    const by = { origin, at: authentication.createdAt };
    await this.store.create(authentication, hashOf(clientToken), by);
    return { clientToken, authentication };
  }
}
