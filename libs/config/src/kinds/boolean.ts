import { InvalidValueError, type Kind, scalar } from './kind';

/** What Go's `strconv.ParseBool` reads, and the words of YAML 1.1 that existing files still use. */
const words = new Map([
  ...['true', 't', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', 'f', '0', 'no', 'off'].map((word) => [word, false] as const),
]);

/** A switch; the words are read in any case. */
export const boolean: Kind<boolean> = scalar('boolean', (text) => {
  const value = words.get(text.toLowerCase());
  if (value === undefined) throw new InvalidValueError('expected true or false');
  return value;
});
