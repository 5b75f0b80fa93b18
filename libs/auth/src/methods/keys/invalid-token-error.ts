/** A token that proves nothing. The message says why, for the log alone; it holds nothing of the token. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}
