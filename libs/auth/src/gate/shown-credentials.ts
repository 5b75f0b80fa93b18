import { type RpcCall } from '@pennon/api';
import { credentialOf, type Credential } from '../credential';

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
