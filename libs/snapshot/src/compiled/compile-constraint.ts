import {
  type ComparisonType,
  parseDatetimeValue,
  parseNumberList,
  parseNumberValue,
  parseStringList,
} from '@pennon/domain';
import type { OperatorOf } from '@pennon/state';
import type { ConstraintDocument } from '../document/snapshot-document';
import type { CompiledConstraint, OrderOperator, TextOperator } from './compiled-segment';

/**
 * Parses the wanted value of a constraint once. Never throws: a value that cannot be parsed and an operator the type
 * does not know, also one in capitals, give a constraint no value matches.
 */
export function compileConstraint(constraint: ConstraintDocument): CompiledConstraint {
  const { type, operator, value } = constraint;
  const property = type === 'entityId' ? undefined : constraint.property;
  return compilers[type].get(operator)?.(property, value) ?? { kind: 'never', property };
}

/** Compiles the constraints of one operator; undefined if the value cannot be parsed. */
type Compile = (property: string | undefined, value: string) => CompiledConstraint | undefined;

const texts: Readonly<Record<OperatorOf<'string'> | OperatorOf<'entityId'>, Compile>> = {
  eq: text('eq'),
  neq: text('neq'),
  empty: blank(true),
  notempty: blank(false),
  prefix: text('prefix'),
  suffix: text('suffix'),
  isoneof: textList(true),
  isnotoneof: textList(false),
  contains: text('contains'),
  notcontains: text('notcontains'),
};

const numbers: Readonly<Record<OperatorOf<'number'>, Compile>> = {
  eq: number('eq'),
  neq: number('neq'),
  lt: number('lt'),
  lte: number('lte'),
  gt: number('gt'),
  gte: number('gte'),
  present: blank(false),
  notpresent: blank(true),
  isoneof: numberList(true),
  isnotoneof: numberList(false),
};

const booleans: Readonly<Record<OperatorOf<'boolean'>, Compile>> = {
  true: boolean(true),
  false: boolean(false),
  present: blank(false),
  notpresent: blank(true),
};

const datetimes: Readonly<Record<OperatorOf<'datetime'>, Compile>> = {
  eq: datetime('eq'),
  neq: datetime('neq'),
  lt: datetime('lt'),
  lte: datetime('lte'),
  gt: datetime('gt'),
  gte: datetime('gte'),
  present: blank(false),
  notpresent: blank(true),
  // Stored with one datetime as value, which is not a list: they match nothing, as in Flipt.
  isoneof: () => undefined,
  isnotoneof: () => undefined,
};

/** Maps, because a document may have any text as its operator, such as `constructor`. */
const compilers: Readonly<Record<ComparisonType, ReadonlyMap<string, Compile>>> = {
  string: new Map(Object.entries(texts)),
  entityId: new Map(Object.entries(texts)),
  number: new Map(Object.entries(numbers)),
  boolean: new Map(Object.entries(booleans)),
  datetime: new Map(Object.entries(datetimes)),
};

function blank(isBlankWanted: boolean): Compile {
  return (property) => ({ kind: 'blank', property, isBlankWanted });
}

function text(operator: TextOperator): Compile {
  return (property, value) => ({ kind: 'text', property, operator, wanted: value });
}

function textList(isMemberWanted: boolean): Compile {
  return (property, value) => {
    const list = parseStringList(value);
    return list && { kind: 'text-list', property, isMemberWanted, list: new Set(list) };
  };
}

function number(operator: OrderOperator): Compile {
  return (property, value) => {
    const wanted = parseNumberValue(value);
    return wanted === undefined ? undefined : { kind: 'number', property, operator, wanted };
  };
}

function numberList(isMemberWanted: boolean): Compile {
  return (property, value) => {
    const list = parseNumberList(value);
    return list && { kind: 'number-list', property, isMemberWanted, list: new Set(list) };
  };
}

function boolean(wanted: boolean): Compile {
  return (property) => ({ kind: 'boolean', property, wanted });
}

function datetime(operator: OrderOperator): Compile {
  return (property, value) => {
    const wanted = parseDatetimeValue(value);
    return wanted && { kind: 'datetime', property, operator, wanted };
  };
}
