/** A value as it is given, before it has a type: text, or the items of a list in the file. */
export type Raw = string | readonly string[];

/** A type of setting: its name in the reference and the rule that reads its values. */
export interface Kind<T> {
  /** As the reference prints it; Markdown, one line. */
  readonly type: string;
  /** Whether values must never be printed. */
  readonly isSecret: boolean;
  /** @throws InvalidValueError if the value does not fit; the message is the reason */
  readonly parse: (raw: Raw) => T;
}

/** A value does not fit its kind. The message is the reason, ready to follow a key: "must be at least 1". */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';

  /** Whether the value must not be quoted beside the reason, though values of its kind may be. */
  readonly mayHoldSecret: boolean;
  /** The reason without any part of the value, which may come out of a variable that holds a secret. */
  readonly unquoted: string;

  constructor(message: string, { mayHoldSecret = false, unquoted = message } = {}) {
    super(message);
    this.mayHoldSecret = mayHoldSecret;
    this.unquoted = unquoted;
  }
}

/** The error of a value that is quoted: "expected host:port, got db". */
export function unexpected(expectation: string, given: string): InvalidValueError {
  return new InvalidValueError(`${expectation}, got ${given}`, { unquoted: expectation });
}

/** A kind that is written as one value; a list is refused before `parse` sees it. */
export function scalar<T>(type: string, parse: (text: string) => T): Kind<T> {
  return {
    type,
    isSecret: false,
    parse: (raw) => {
      if (typeof raw !== 'string') throw new InvalidValueError('expected one value, got a list');
      return parse(raw);
    },
  };
}

/** Why the configuration is refused when something has to be given and is not. */
export const missingValue = 'non-empty value is required';

/** Why a value of Flipt is refused that this version does not implement. */
export const notSupported = 'is not supported by this version of Pennon';
