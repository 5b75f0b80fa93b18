/** Bits that withstand thousands of guesses a second, for years, with room for a choice that was not random. */
const ENOUGH_BITS = 80;

/**
 * Whether a secret can be guessed. It counts the secrets of that length with the characters in it, so it overrates
 * words; random secrets of 128 bits pass.
 */
export function isGuessable(secret: string): boolean {
  return secret.length * Math.log2(Math.max(new Set(secret).size, 1)) < ENOUGH_BITS;
}

/** How to make a secret that can't be guessed. */
export const strongerSecret = 'choose a random one, such as the output of `openssl rand -hex 32`';
