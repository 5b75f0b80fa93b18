import { type AuthenticationMetadata, type Instant } from '@pennon/domain';

/** A static token as somebody wants it. */
export interface WantedToken {
  readonly name: string;
  /** `''` for none. */
  readonly description: string;
  /** The only namespace it is good for; `''` for all. */
  readonly namespaceKey: string;
  readonly metadata: AuthenticationMetadata;
  /** Undefined for a token that never expires. */
  readonly expiresAt: Instant | undefined;
}

/** The record of a static token; nothing of it is secret. */
export interface TokenRecord {
  readonly id: string;
  readonly createdAt: Instant | undefined;
  /** Undefined for a token that never expires. */
  readonly expiresAt: Instant | undefined;
  /** By canonical keys. */
  readonly metadata: AuthenticationMetadata;
}

/** Where static tokens are made and revoked: in the database, or by a running server. */
export interface TokenDesk {
  /** Makes a token. Its text is kept nowhere. */
  create(wanted: WantedToken): Promise<{ readonly clientToken: string; readonly record: TokenRecord }>;
  /** In creation order, also those that are expired. */
  list(): AsyncIterable<TokenRecord>;
  /** @throws NotFoundError if there is no such token. */
  delete(id: string): Promise<void>;
  close(): Promise<void>;
}
