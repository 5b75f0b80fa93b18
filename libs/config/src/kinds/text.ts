import { inspect } from 'node:util';
import { InvalidValueError, type Kind, missingValue, scalar, unexpected } from './kind';

/**
 * Any text, taken as it is, unless it ends with a line break, as texts do that were written with `echo`: what is
 * compared with it never has one.
 */
export const text: Kind<string> = scalar('text', (value) => {
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

/** A text of at least one character, which does not end with a line break. */
export const filledText: Kind<string> = scalar('text', (value) => {
  if (value.trim() === '') throw new InvalidValueError(missingValue);
  return text.parse(value);
});

/** What a header of HTTP and metadata of gRPC can both hold: printable ASCII. */
export const headerValue: Kind<string> = scalar('text', (value) => {
  if (!/^[\x20-\x7e]*$/.test(value.trim()))
    throw new InvalidValueError('expected printable ASCII characters');
  return value.trim();
});

/** A colour as `#` and 3 or 6 hex digits, or nothing. */
export const hexColor: Kind<string> = scalar('`#` and 3 or 6 hex digits', (text) => {
  if (!/^(#([0-9a-f]{3}|[0-9a-f]{6}))?$/i.test(text)) {
    throw unexpected('expected valid hex color', text);
  }
  return text;
});

/** What is printed in place of a secret. */
export const REDACTED = '[redacted]';

/** A text that prints as `[redacted]` in strings, JSON and `util.inspect`, and is unwrapped only by name. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    Object.freeze(this);
  }

  /** Returns the text itself: for the one place that needs it, never for a log or an error. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}

/** A kind whose values are kept in a `Secret` and appear in no message. */
export function secret(kind: Kind<string>): Kind<Secret> {
  return {
    type: `${kind.type}, secret`,
    isSecret: true,
    parse: (raw) => new Secret(kind.parse(raw)),
  };
}
