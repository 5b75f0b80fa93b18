import type { ComparisonType, Operator } from '@pennon/domain';
import type { OperatorRow } from './operator-row';
import type { ValueKind } from './value-laws';

const noText = { string: 'none', entityId: 'none' } as const;
const oneText = { string: 'text', entityId: 'text' } as const;
const oneInOrder = { number: 'number', datetime: 'datetime' } as const;
const presence = { number: 'none', boolean: 'none', datetime: 'none' } as const;
const listOf = { string: 'texts', number: 'numbers', datetime: 'datetimes', entityId: 'texts' } as const;

/** A row for every operator, in the order in which messages and forms list them. */
export const operators = {
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
} as const satisfies Readonly<Record<Operator, OperatorRow>>;

/**
 * The operators that a stored constraint of a type may have.
 *
 * @typeParam K Only those that take such a value.
 */
export type OperatorOf<T extends ComparisonType, K extends ValueKind = ValueKind> = {
  [O in Operator]: (typeof operators)[O]['values'] extends Readonly<Record<T, K>> ? O : never;
}[Operator];
