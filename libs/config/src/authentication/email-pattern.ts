import { RE2JS, RE2JSException } from 're2js';
import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/**
 * A regular expression in the syntax of RE2, kept as text. RE2 matches in time linear in the text, whatever the
 * pattern. It is compiled here only to refuse a pattern that does not compile.
 */
export const emailPattern: Kind<string> = scalar('regular expression', (pattern) => {
  try {
    RE2JS.compile(pattern);
    return pattern;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const unquoted = 'failed compiling string for pattern';
    throw new InvalidValueError(`${unquoted}: ${pattern}: ${error.message}`, { unquoted });
  }
});
