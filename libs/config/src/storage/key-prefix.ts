import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** Names of objects have at most 1024 bytes, and something follows the prefix. */
const MAX_PREFIX_BYTES = 512;

/** What the names of all objects begin with: raw text, to which nothing is appended. */
export const objectKeyPrefix: Kind<string> = scalar('text, at most 512 bytes', (prefix) => {
  if (prefix.startsWith('/')) {
    throw new InvalidValueError('must not begin with a slash: names of objects do not');
  }
  // oxlint-disable-next-line no-control-regex -- what is looked for are control characters
  if (/[\u0000-\u001f\u007f]/.test(prefix)) throw new InvalidValueError('must hold no control characters');
  if (Buffer.byteLength(prefix) > MAX_PREFIX_BYTES) {
    throw new InvalidValueError(`must have at most ${MAX_PREFIX_BYTES} bytes`);
  }
  return prefix;
});
