import { InvalidValueError, type Kind, scalar } from './kind';

/** Any text, taken as it is: nothing is trimmed. */
export const text: Kind<string> = scalar('text', (value) => value);

/** A text of so many characters at least, for what must not be guessed. */
export function longText(min: number): Kind<string> {
  return scalar(`text, at least ${min} characters`, (value) => {
    if (value.length < min) throw new InvalidValueError(`must have at least ${min} characters`);
    return value;
  });
}
