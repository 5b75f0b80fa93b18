import { inspect } from 'node:util';

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
