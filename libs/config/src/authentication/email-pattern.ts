import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/**
 * A regular expression, kept as text. It is compiled here only to refuse what will not compile: flag `u` refuses
 * what other dialects write and JavaScript would read as something else, such as `\A` or `[[:alpha:]]`.
 */
export const emailPattern: Kind<string> = scalar('regular expression', (pattern) => {
  try {
    new RegExp(pattern, 'u');
    return pattern;
  } catch (error) {
    throw new InvalidValueError(
      `failed compiling string for pattern: ${pattern}: ${causeOf(error, pattern)}`,
    );
  }
});

/** What follows the pattern in `Invalid regular expression: /[/u: Unterminated character class`. */
function causeOf(error: unknown, pattern: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(`Invalid regular expression: /${pattern}/u: `, '');
}
