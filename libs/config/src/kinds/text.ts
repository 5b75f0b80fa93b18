import { InvalidValueError, type Kind, scalar } from './kind';

/** Any text, taken as it is: nothing is trimmed. */
export const text: Kind<string> = scalar('text', (value) => value);

/**
 * A text that does not end with a line break, as secrets do that were written with `echo`: what is compared with it
 * never has one.
 */
export const lineText: Kind<string> = scalar('text', (value) => {
  if (/[\r\n]$/.test(value)) throw new InvalidValueError('ends with a line break; delete it');
  return value;
});

/** A text that callers can send in an HTTP header, as they have to send a client token. */
export const headerText: Kind<string> = scalar('text', (value) => {
  if (/[\r\n]$/.test(value))
    throw new InvalidValueError('ends with a line break, which no HTTP header can carry');
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new InvalidValueError('must consist of ASCII letters, digits and signs, without spaces');
  }
  return value;
});
