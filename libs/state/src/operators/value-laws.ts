import {
  type ComparisonType,
  InvalidArgumentError,
  normalizeDatetimeValue,
  parseNumberList,
  parseStringList,
  quote,
  type ValueKind,
} from '@pennon/domain';

/** The constraint that has the value. */
export interface ValueOwner {
  readonly type: ComparisonType;
  readonly property: string;
}

/** The law of one kind of value. */
export interface ValueLaw {
  /** False if the value is dropped. Otherwise it must not be empty. */
  readonly isTaken: boolean;
  /** True if the value is a list. */
  readonly isList: boolean;
  /** True if no value of this kind can be stored that matches anything. */
  readonly matchesNothing?: true;
  /**
   * Returns the value to store.
   *
   * @throws InvalidArgumentError if the value is not of this kind.
   */
  stored(value: string, owner: ValueOwner): string;
}

/** Maximum number of values in a list. */
export const MAX_LIST_LENGTH = 100;

/** The law of every kind of value. Its words are those of Flipt v1. */
export const valueLaws: Readonly<Record<ValueKind, ValueLaw>> = {
  none: {
    isTaken: false,
    isList: false,
    stored: (value, { type }) => {
      // Flipt parses the value of every datetime constraint, also one that it drops.
      if (type === 'datetime' && value !== '') storedDatetime(value);
      return '';
    },
  },
  text: { isTaken: true, isList: false, stored: (value) => value },
  // Flipt stores text that is not a number. Such a constraint never matches.
  number: { isTaken: true, isList: false, stored: (value) => value },
  datetime: { isTaken: true, isList: false, stored: storedDatetime },
  texts: { isTaken: true, isList: true, stored: (value, owner) => storedList(parseStringList, value, owner) },
  numbers: {
    isTaken: true,
    isList: true,
    stored: (value, owner) => storedList(parseNumberList, value, owner),
  },
  // Flipt wants one datetime where a list belongs, and then finds no list in it.
  datetimes: { isTaken: true, isList: true, matchesNothing: true, stored: storedDatetime },
};

function storedDatetime(value: string): string {
  const normalized = normalizeDatetimeValue(value);
  if (normalized === undefined) throw new InvalidArgumentError(`parsing datetime from ${quote(value)}`);
  return normalized;
}

function storedList(
  parse: (text: string) => readonly unknown[] | undefined,
  value: string,
  { type, property }: ValueOwner,
): string {
  const list = parse(value);
  const subject = `provided for property ${quote(property)} of type ${type}`;
  if (list === undefined) throw new InvalidArgumentError(`invalid value ${subject}`);
  if (list.length > MAX_LIST_LENGTH) {
    throw new InvalidArgumentError(`too many values ${subject} (maximum ${MAX_LIST_LENGTH})`);
  }
  return value;
}
