import { parseDatetimeValue, parseNumberList, parseNumberValue, parseStringList } from '@pennon/domain';
import { orderOperators, textOperators, type CompiledConstraint } from './compiled-constraint';
import { type ConstraintDocument } from './snapshot-document';

/**
 * Parses the wanted value of a constraint once. Never throws: a value that cannot be parsed and an operator the type
 * does not know, also one in capitals, give a constraint no value matches.
 */
export function compileConstraint(constraint: ConstraintDocument): CompiledConstraint {
  switch (constraint.type) {
    case 'string':
      return compileText(constraint.property, constraint);
    case 'entityId':
      return compileText(undefined, constraint);
    case 'number':
      return compilePresence(constraint) ?? compileNumber(constraint);
    case 'boolean':
      return compilePresence(constraint) ?? compileBoolean(constraint);
    case 'datetime':
      return compilePresence(constraint) ?? compileDatetime(constraint);
  }
}

function compileText(
  property: string | undefined,
  { operator, value }: ConstraintDocument,
): CompiledConstraint {
  if (operator === 'empty' || operator === 'notempty') {
    return { kind: 'blank', property, isBlankWanted: operator === 'empty' };
  }
  if (isListOperator(operator)) {
    const list = parseStringList(value);
    if (list === undefined) return { kind: 'never', property };
    return { kind: 'text-list', property, isMemberWanted: operator === 'isoneof', list: new Set(list) };
  }
  const known = textOperators.find((candidate) => candidate === operator);
  if (known === undefined) return { kind: 'never', property };
  return { kind: 'text', property, operator: known, wanted: value };
}

/** `present` and `notpresent`, which numbers, booleans and datetimes have in common. */
function compilePresence({ property, operator }: ConstraintDocument): CompiledConstraint | undefined {
  if (operator !== 'present' && operator !== 'notpresent') return undefined;
  return { kind: 'blank', property, isBlankWanted: operator === 'notpresent' };
}

function compileNumber({ property, operator, value }: ConstraintDocument): CompiledConstraint {
  if (isListOperator(operator)) {
    const list = parseNumberList(value);
    if (list === undefined) return { kind: 'never', property };
    return { kind: 'number-list', property, isMemberWanted: operator === 'isoneof', list: new Set(list) };
  }
  const known = orderOperators.find((candidate) => candidate === operator);
  const wanted = parseNumberValue(value);
  if (known === undefined || wanted === undefined) return { kind: 'never', property };
  return { kind: 'number', property, operator: known, wanted };
}

function compileBoolean({ property, operator }: ConstraintDocument): CompiledConstraint {
  if (operator !== 'true' && operator !== 'false') return { kind: 'never', property };
  return { kind: 'boolean', property, wanted: operator === 'true' };
}

/** The list operators can be stored with a datetime, and match nothing. */
function compileDatetime({ property, operator, value }: ConstraintDocument): CompiledConstraint {
  const known = orderOperators.find((candidate) => candidate === operator);
  const wanted = parseDatetimeValue(value);
  if (known === undefined || wanted === undefined) return { kind: 'never', property };
  return { kind: 'datetime', property, operator: known, wanted };
}

function isListOperator(operator: string): operator is 'isoneof' | 'isnotoneof' {
  return operator === 'isoneof' || operator === 'isnotoneof';
}
