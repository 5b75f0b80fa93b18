import { createHash, randomBytes } from 'node:crypto';
import { invalidField } from '@pennon/domain';

/** What is random in one login and in no other. */
export interface LoginSecrets {
  /** Goes to the provider and comes back; only the browser that began the login holds it too. */
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** 32 random bytes are 43 characters, which is what RFC 7636 recommends for a code verifier. */
const SECRET_BYTES = 32;

const SECURITY_TOKEN_BYTES = 64;

/** Longest text a caller may hide in the state, which has to fit into cookies. Bytes of its JSON. */
const MAX_ORIGINAL_BYTES = 512;

/** Longest state that a program may choose for itself. Bytes. */
const MAX_STATE_BYTES = 2048;

/** The secrets of a new login. @param state The state, if the caller has one already. */
export function newLoginSecrets(state: string): LoginSecrets {
  const [nonce, codeVerifier] = [SECRET_BYTES, SECRET_BYTES].map((bytes) =>
    randomBytes(bytes).toString('base64url'),
  ) as [string, string];
  return { state, nonce, codeVerifier };
}

/**
 * A new state for a browser: a random text, and with it the one that the page gave.
 *
 * @throws InvalidArgumentError if the page's text is too long.
 */
export function newState(original: string): string {
  if (Buffer.byteLength(JSON.stringify(original)) > MAX_ORIGINAL_BYTES) throw tooLong(MAX_ORIGINAL_BYTES);
  const random = randomBytes(SECURITY_TOKEN_BYTES).toString('base64');
  const members = { security_token: urlSafe(random), original_state: original };
  return urlSafe(Buffer.from(JSON.stringify(members)).toString('base64'));
}

/**
 * The state of a login that a program begins: its own, or a new one.
 *
 * @throws InvalidArgumentError if its own is too long.
 */
export function chosenState(chosen: string): string {
  if (Buffer.byteLength(chosen) > MAX_STATE_BYTES) throw tooLong(MAX_STATE_BYTES);
  return chosen.trim() === '' ? newState('') : chosen;
}

/** What is stored of a state. */
export function hashOfState(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

/** What a provider is told of a code verifier when the login begins (RFC 7636, 4.2, S256). */
export function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url');
}

/** Base64 with padding in the alphabet that URLs and cookies bear. */
function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

function tooLong(most: number): Error {
  return invalidField('state', `must not be longer than ${most} bytes`);
}
