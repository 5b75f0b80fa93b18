import type { ComparisonType } from './comparison-type';
import type { OperatorRow, ValueKind } from './operator-row';

const noText = { string: 'none', entityId: 'none' } as const;
const oneText = { string: 'text', entityId: 'text' } as const;
const oneInOrder = { number: 'number', datetime: 'datetime' } as const;
const presence = { number: 'none', boolean: 'none', datetime: 'none' } as const;
const listOf = { string: 'texts', number: 'numbers', datetime: 'datetimes', entityId: 'texts' } as const;

/** A row for every operator, in the order in which messages and forms list them. */
const table = {
  eq: {
    values: { ...oneText, ...oneInOrder },
    label: 'equals',
    symbol: '(==)',
    synonyms: '= == === equal equals equalto is',
  },
  neq: {
    values: { ...oneText, ...oneInOrder },
    label: 'is not',
    symbol: '(!=)',
    synonyms: 'ne != !== <> ≠ noteq notequal notequals notequalto isnot',
    isNegative: true,
  },
  lt: {
    values: oneInOrder,
    label: '<',
    labels: { datetime: 'is before' },
    synonyms: '< less lessthan before under below',
  },
  lte: {
    values: oneInOrder,
    label: '≤',
    labels: { datetime: 'is at or before' },
    synonyms: '<= ≤ le lteq lessorequal lessthanorequal lessthanorequalto lessthanequal atmost max',
  },
  gt: {
    values: oneInOrder,
    label: '>',
    labels: { datetime: 'is after' },
    synonyms: '> greater greaterthan more morethan after over above',
  },
  gte: {
    values: oneInOrder,
    label: '≥',
    labels: { datetime: 'is at or after' },
    synonyms:
      '>= ≥ ge gteq greaterorequal greaterthanorequal greaterthanorequalto greaterthanequal atleast min',
  },
  empty: {
    values: noText,
    storedOnly: ['entityId'],
    label: 'is empty',
    synonyms: 'isempty blank',
    counterpart: 'notpresent',
  },
  notempty: {
    values: noText,
    storedOnly: ['entityId'],
    label: 'is not empty',
    synonyms: 'isnotempty nonempty notblank',
    counterpart: 'present',
    isNegative: true,
  },
  true: { values: { boolean: 'none' }, label: 'is true', synonyms: 'istrue yes on' },
  false: { values: { boolean: 'none' }, label: 'is false', synonyms: 'isfalse no off', isNegative: true },
  present: {
    values: presence,
    label: 'is present',
    synonyms: 'ispresent exists set isset',
    counterpart: 'notempty',
  },
  notpresent: {
    values: presence,
    label: 'is not present',
    synonyms: 'isnotpresent absent missing notexists doesnotexist unset notset',
    counterpart: 'empty',
    isNegative: true,
  },
  prefix: {
    values: oneText,
    storedOnly: ['entityId'],
    label: 'starts with',
    synonyms: 'startswith beginswith hasprefix ^=',
    isTrimmed: true,
  },
  suffix: {
    values: oneText,
    storedOnly: ['entityId'],
    label: 'ends with',
    synonyms: 'endswith hassuffix $=',
    isTrimmed: true,
  },
  isoneof: { values: listOf, label: 'is one of', synonyms: 'in oneof anyof isin inlist ∈' },
  isnotoneof: {
    values: listOf,
    label: 'is not one of',
    synonyms: 'notin nin !in notoneof noneof isnotin notinlist ∉',
    isNegative: true,
  },
  contains: { values: oneText, label: 'contains', synonyms: 'contain includes include has like *=' },
  notcontains: {
    values: oneText,
    label: 'does not contain',
    synonyms: 'notcontain ncontains doesnotcontain notincludes excludes notlike',
    isNegative: true,
  },
} as const satisfies Readonly<Record<string, OperatorRow>>;

/** What a constraint can ask. */
export type Operator = keyof typeof table;

/** What each operator is allowed with, takes and is called. */
export const operators = table satisfies Readonly<Record<Operator, OperatorRow<Operator>>>;

/** Every operator, in the order of the table. */
// The table has a row for every operator, and no other row.
export const operatorNames = Object.keys(operators) as readonly Operator[];

const rows: ReadonlyMap<string, OperatorRow<Operator>> = new Map(Object.entries(operators));

/** The row of an operator; undefined for a word that is not an operator. */
export function operatorRow(operator: string): OperatorRow<Operator> | undefined {
  return rows.get(operator);
}

/** The kind of value that an operator takes with a type; undefined if it is not allowed with the type. */
export function valueKind(type: ComparisonType, operator: string): ValueKind | undefined {
  return rows.get(operator)?.values[type];
}

/**
 * The operators that a stored constraint of a type may have.
 *
 * @typeParam K Only those that take such a value.
 */
export type OperatorOf<T extends ComparisonType, K extends ValueKind = ValueKind> = {
  [O in Operator]: (typeof operators)[O]['values'] extends Readonly<Record<T, K>> ? O : never;
}[Operator];

/** The operators that take such a value with a type, in the order of the table. */
export function operatorsTaking<T extends ComparisonType, K extends ValueKind>(
  type: T,
  kind: K,
): readonly OperatorOf<T, K>[] {
  return operatorNames.filter((operator): operator is OperatorOf<T, K> => valueKind(type, operator) === kind);
}
