import type { AuditOrigin, AuditSource } from './audit';
import type { StoredMethod } from './authentication-methods';
import { type Revision } from './revision';
import { type Instant } from './time';

/** What is known of an identity, by key; keys are the canonical ones, `io.service.auth.…`. */
export type AuthenticationMetadata = Readonly<Record<string, string>>;

/**
 * The record behind a client token: who it was given to, how, and until when. The token itself is not in it.
 */
export interface Authentication {
  readonly id: string;
  readonly method: StoredMethod;
  /** Refused from here on; undefined for a token that never expires. */
  readonly expiresAt: Instant | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly metadata: AuthenticationMetadata;
}

/** Who a JWT says the caller is; nothing is kept of it. */
export interface JwtIdentity {
  readonly id: '';
  readonly method: 'jwt';
  /** Tells callers apart: issuer and subject, or a part of the hash of a token that names no subject. */
  readonly subject: string;
  /** As the configuration says of all JSON web tokens. */
  readonly isProgram: boolean;
  readonly metadata: AuthenticationMetadata;
}

/** Who calls. */
export type Identity = Authentication | JwtIdentity;

/** True when the record is no longer to be accepted. */
export function isExpired({ expiresAt }: Pick<Authentication, 'expiresAt'>, now: Instant): boolean {
  return expiresAt !== undefined && expiresAt < now;
}

/** Which authentications to list. */
export interface AuthenticationQuery {
  /** Only of this method; undefined for all. */
  readonly method: StoredMethod | undefined;
  /** At least 1. */
  readonly limit: number;
  /** How many to pass over. */
  readonly offset: number;
}

/**
 * What was revoked lately, told to whoever holds copies of records. The revision is raised by one with every record
 * that is deleted, or made to expire at another moment.
 */
export interface Revocations extends Revision {
  /** Ids of the records it happened to since; undefined when that is not known any more: it may be any. */
  readonly ids: readonly string[] | undefined;
}

/**
 * Keeps authentications, each under the hash of its client token.
 *
 * A change whose source is given is written to the audit log, in the same transaction.
 *
 * @throws UnavailableError from every method when the store cannot be reached now.
 */
export abstract class TokenStore {
  /**
   * Adds a record.
   *
   * @param tokenHash SHA-256 of the client token.
   * @throws InvalidArgumentError if there is a record under that hash.
   */
  abstract create(authentication: Authentication, tokenHash: string, by?: AuditSource): Promise<void>;

  /** The record under the hash of a client token, expired or not; undefined when there is none. */
  abstract findByHash(tokenHash: string): Promise<Authentication | undefined>;

  /** The record of that id; undefined when there is none. */
  abstract find(id: string): Promise<Authentication | undefined>;

  /** Records in creation order, also expired ones. */
  abstract list(query: AuthenticationQuery): Promise<readonly Authentication[]>;

  /** True when there is a record of that method, expired or not. */
  abstract hasAny(method: StoredMethod): Promise<boolean>;

  /** Lets a record expire at another moment; does nothing when there is no such record. */
  abstract expire(id: string, expiresAt: Instant, updatedAt: Instant, by?: AuditSource): Promise<void>;

  /** Deletes a record; does nothing when there is no such record. */
  abstract delete(id: string, by?: AuditSource): Promise<void>;

  /** Deletes the records of that method that expired before that moment, and returns how many. */
  abstract deleteExpired(method: StoredMethod, before: Instant, by?: AuditSource): Promise<number>;

  /**
   * What was deleted by its id, or made to expire at another moment, since; cheap enough to poll. Whoever looks up a
   * record, and finds it in no later answer to this, holds what the store holds, but for what expires by itself.
   *
   * @param since The revision of an earlier answer; undefined to begin, and the answer then has no ids.
   */
  abstract revocations(since: Revision | undefined): Promise<Revocations>;
}

/** What goes on by itself that was begun with a token, such as scheduled changes. */
export abstract class WorkOfTokens {
  /**
   * Has it wait for somebody.
   *
   * @param authenticationId The record of the token, which is about to be deleted.
   * @param origin Who deletes it.
   * @returns What waits now.
   */
  abstract hold(authenticationId: string, origin: AuditOrigin): Promise<readonly HeldWork[]>;
}

/** Something that waits, because the token is deleted that it was begun with. */
export interface HeldWork {
  readonly kind: 'change' | 'series';
  readonly namespaceKey: string;
  readonly id: string;
}

/** The record of a client token with the hash that it lies under. */
export interface TokenRecord {
  /** SHA-256 of the client token. */
  readonly tokenHash: string;
  readonly authentication: Authentication;
}

/** The records of client tokens with their hashes, for who hands them on to where tokens are checked. */
export abstract class TokenRecords {
  /**
   * Records of that method in the order of their ids, also expired ones.
   *
   * @throws UnavailableError when the store cannot be reached now.
   */
  abstract list(method: StoredMethod): AsyncIterable<TokenRecord>;
}

/** Sees to it that of many instances one does a job, and that not more often than once per interval. */
export abstract class OperationLock {
  /**
   * Tries to take the next turn of a job.
   *
   * @param operation Name of the job.
   * @param interval How long the turn is taken for, in microseconds.
   * @returns whether this caller has the turn, and when the next one is free.
   */
  abstract tryAcquire(operation: string, interval: number): Promise<LockOutcome>;

  /**
   * Gives a turn back before its time, so that the next one is free; does nothing when it is over.
   *
   * @param nextTurnAt What was told when the turn was taken.
   */
  abstract release(operation: string, nextTurnAt: Instant): Promise<void>;
}

/** Who has the turn. */
export interface LockOutcome {
  readonly isAcquired: boolean;
  /** When the next turn is free. */
  readonly nextTurnAt: Instant;
}
