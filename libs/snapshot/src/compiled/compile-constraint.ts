import {
  type ComparisonType,
  type OperatorOf,
  operatorsTaking,
  parseDatetimeValue,
  parseNumberList,
  parseNumberValue,
  parseStringList,
} from '@pennon/domain';
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

/** The operators that compare a text, be it with one text or otherwise. */
type OperatorOfTexts = OperatorOf<'string'> | OperatorOf<'entityId'>;

/** How operators are compiled that do not compare with one text. */
const texts: Readonly<Record<Exclude<OperatorOfTexts, TextOperator>, Compile>> = {
  empty: blank(true),
  notempty: blank(false),
  isoneof: textList(true),
  isnotoneof: textList(false),
};

/** How operators are compiled that do not compare with one number. */
const numbers: Readonly<Record<Exclude<OperatorOf<'number'>, OrderOperator>, Compile>> = {
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

/** How operators are compiled that do not compare with one moment. */
const datetimes: Readonly<Record<Exclude<OperatorOf<'datetime'>, OrderOperator>, Compile>> = {
  present: blank(false),
  notpresent: blank(true),
  // Stored with one datetime as value, which is not a list: they match nothing, as in Flipt.
  isoneof: () => undefined,
  isnotoneof: () => undefined,
};

/** Maps, because a document may have any text as its operator, such as `constructor`. */
const compilers: Readonly<Record<ComparisonType, ReadonlyMap<string, Compile>>> = {
  string: compilersOf(operatorsTaking('string', 'text'), text, texts),
  entityId: compilersOf(operatorsTaking('entityId', 'text'), text, texts),
  number: compilersOf(operatorsTaking('number', 'number'), number, numbers),
  boolean: new Map(Object.entries(booleans)),
  datetime: compilersOf(operatorsTaking('datetime', 'datetime'), datetime, datetimes),
};

/** @param compile For the operators that compare with one value. */
function compilersOf<O extends string>(
  comparing: readonly O[],
  compile: (operator: O) => Compile,
  others: Readonly<Record<string, Compile>>,
): ReadonlyMap<string, Compile> {
  return new Map([
    ...comparing.map((operator) => [operator, compile(operator)] as const),
    ...Object.entries(others),
  ]);
}

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
