import { type RpcCall } from '@pennon/api';
import { refusal } from './refusal';
import { hashOf } from './tokens/client-token';

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
