/**
 * Bits that hold out against guesses by the thousand a second, for years, with room for a choice that was not random.
 */
const ENOUGH_BITS = 80;

/**
 * Whether somebody may guess a secret that an operator chose. It counts how many secrets of that length there are with
 * the characters in it, so it overrates words; secrets that are drawn at random with 128 bits pass.
 */
export function isGuessable(secret: string): boolean {
  return secret.length * Math.log2(Math.max(new Set(secret).size, 1)) < ENOUGH_BITS;
}
