import { origin } from '../authentication/origin';
import { type Kind, scalar, unexpected } from '../kinds/kind';

const anyOrigin = '*';

/**
 * An origin that pages may come from, in which one `*` stands for any text; `*` alone for every origin. In lower case,
 * since it is compared with what browsers send.
 */
export const originPattern: Kind<string> = scalar('origin, or a pattern of it', (given) => {
  const pattern = given.toLowerCase();
  if (pattern === anyOrigin || /^https?:\/\/[^*]*$/.test(pattern))
    return pattern === anyOrigin ? pattern : origin.parse(given);
  const isPattern = /^(\*|[a-z][a-z\d+.-]*):\/\/[^/?#@\s\\]+$/.test(pattern);
  if (!isPattern) throw unexpected('expected *, or scheme://host[:port]', given);
  if (pattern.split('*').length > 2) throw unexpected('may have one * at most', given);
  return pattern;
});
