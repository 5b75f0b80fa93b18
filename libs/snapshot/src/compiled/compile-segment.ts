import { parseDatetimeValue, parseNumberList, parseNumberValue, parseStringList } from '@pennon/domain';
import type { ConstraintDocument, SegmentDocument } from '../document/snapshot-document';
import type { CompiledSelection } from './compiled-flag';
import { type CompiledConstraint, CompiledSegment, orderOperators, textOperators } from './compiled-segment';

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

/**
 * Compiles the segments of one document. Constraints that ask the same, as many segments' do, are one object; what has
 * been seen is forgotten with the compiler, so that sharing costs no memory later.
 */
export class SegmentCompiler {
  private readonly seen = new Map<string, CompiledConstraint>();

  /** A segment, as the selection of it alone. */
  compile({ key, matchType, constraints }: SegmentDocument): CompiledSelection {
    const compiled = constraints.map((constraint) => this.compileConstraint(constraint));
    const segment = new CompiledSegment(key, matchType, compiled);
    return { segments: [segment], segmentKeys: Object.freeze([key]), segmentOperator: 'or' };
  }

  private compileConstraint(constraint: ConstraintDocument): CompiledConstraint {
    const { type, property, operator, value } = constraint;
    const name = JSON.stringify([type, property, operator, value]);
    const seen = this.seen.get(name);
    if (seen !== undefined) return seen;
    const compiled = compileConstraint(constraint);
    this.seen.set(name, compiled);
    return compiled;
  }
}
