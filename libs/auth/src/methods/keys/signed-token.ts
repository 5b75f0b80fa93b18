import { decodeProtectedHeader, errors, type ProtectedHeaderParameters } from 'jose';
import { InvalidTokenError } from './invalid-token-error';

/** Longest token that is looked at, in characters. */
export const MAX_TOKEN_LENGTH = 16 * 1024;

/** A token that looks like one; nothing of it is proved. */
export interface SignedToken {
  /** JWS in compact form. */
  readonly text: string;
  /** What it claims to be signed by, which is among what is allowed. */
  readonly algorithm: string;
  /** Which key it claims to be signed with; undefined when it does not say. */
  readonly keyId: string | undefined;
}

/**
 * Reads the head of a token. Keys that a token brings along or points to (`jwk`, `jku`, `x5c`, `x5u`) are not looked
 * at: who signed it is not the token's to say.
 *
 * @param allowed Algorithms that tokens may be signed by.
 * @throws InvalidTokenError if it is none, or one by another algorithm.
 */
export function readSignedToken(text: string, allowed: readonly string[]): SignedToken {
  if (text.length > MAX_TOKEN_LENGTH) throw new InvalidTokenError('the token is too long');
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) throw new InvalidTokenError('not a signed token');
  const { alg, kid, crit } = headerOf(text);
  // Whoever wrote it relies on it that somebody does who does not know an extension refuses the token.
  if (crit !== undefined) throw new InvalidTokenError('the token has a critical extension');
  if (typeof alg !== 'string' || !allowed.includes(alg)) {
    throw new InvalidTokenError('the algorithm is not allowed');
  }
  if (kid !== undefined && typeof kid !== 'string')
    throw new InvalidTokenError('the id of the key is no text');
  return { text, algorithm: alg, keyId: kid };
}

/** What a token says, as bytes; nothing of it is proved. */
export function payloadOf({ text }: SignedToken): Uint8Array {
  return Buffer.from(text.split('.')[1] ?? '', 'base64url');
}

function headerOf(text: string): Readonly<Record<keyof ProtectedHeaderParameters, unknown>> {
  try {
    return decodeProtectedHeader(text);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof errors.JOSEError)) throw error;
    throw new InvalidTokenError('the head of the token cannot be read');
  }
}
