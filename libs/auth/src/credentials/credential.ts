import type { RpcCall } from '@pennon/api';
import { UnauthenticatedError } from '@pennon/domain';
import { hashOf } from './client-token';

/**
 * Error for an invalid credential: the same words for every reason, so that a guesser learns nothing. The reason is
 * for the log.
 */
export function refusal(reason: string): UnauthenticatedError {
  return new UnauthenticatedError(undefined, { cause: reason });
}

/** The reason of a refusal, or of what led to it; undefined when none was given. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { cause } = error;
  if (cause instanceof Error) return cause.message;
  return typeof cause === 'string' ? cause : undefined;
}

/** What a caller shows to prove who it is. */
export class Credential {
  private ownHash: string | undefined;

  /** @param isFromCookie True when the browser added it by itself, which any page can make it do. */
  constructor(
    readonly kind: 'token' | 'jwt',
    readonly text: string,
    readonly isFromCookie: boolean,
  ) {}

  /** By which it is known, and stored if it is a client token; made when it is asked for, and once. */
  get hash(): string {
    return (this.ownHash ??= hashOf(this.text));
  }
}

/** Words of the `Authorization` header, in lower case. */
const schemes: ReadonlyMap<string, Credential['kind']> = new Map([
  ['bearer', 'token'],
  ['jwt', 'jwt'],
] as const);

/**
 * The credential of a call: that of the `Authorization` header, or else the session cookie. There is no falling back
 * from one that is bad to another.
 *
 * @param cookieNames In the order of preference.
 * @returns undefined when the caller shows none.
 * @throws UnauthenticatedError if the header is there more than once, or in a scheme that is not ours.
 */
export function credentialOf(call: RpcCall, cookieNames: readonly string[]): Credential | undefined {
  const [authorization, ...others] = call.authorizations();
  if (others.length > 0) throw refusal('there is more than one Authorization header');
  if (authorization === undefined) return sessionOf(call, cookieNames);
  const [, scheme = '', text = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(authorization) ?? [];
  const kind = schemes.get(scheme.toLowerCase());
  if (kind === undefined) throw refusal('the Authorization header has no scheme of ours, or no token');
  return new Credential(kind, text, false);
}

function sessionOf(call: RpcCall, cookieNames: readonly string[]): Credential | undefined {
  for (const name of cookieNames) {
    const text = call.cookie(name) ?? '';
    if (text !== '') return new Credential('token', text, true);
  }
  return undefined;
}

/** What was shown in a header, and the credential that it is. */
interface Shown {
  readonly authorization: string;
  readonly credential: Credential;
}

/**
 * The credentials that callers show. A connection is mostly that of one caller, who shows the same with each call: what
 * it has shown last need not be taken apart and hashed again. That it is good is not remembered here.
 */
export class ShownCredentials {
  private readonly last = new WeakMap<object, Shown>();

  /** @param cookieNames In the order of preference. */
  constructor(private readonly cookieNames: readonly string[]) {}

  /** As {@link credentialOf}. */
  of(call: RpcCall): Credential | undefined {
    const authorizations = call.authorizations();
    const [authorization] = authorizations;
    if (authorization === undefined || authorizations.length > 1) return credentialOf(call, this.cookieNames);
    const shown = this.last.get(call.connection);
    if (shown !== undefined && isSameInConstantTime(shown.authorization, authorization))
      return shown.credential;
    const credential = credentialOf(call, this.cookieNames);
    if (credential !== undefined) this.last.set(call.connection, { authorization, credential });
    return credential;
  }
}

/**
 * How long it takes tells nothing of where they differ: behind a proxy, a connection may be that of several callers.
 */
function isSameInConstantTime(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}
