import {
  compareDatetimeValues,
  isBlank,
  parseBooleanValue,
  parseDatetimeValue,
  parseNumberValue,
  trimSpace,
} from '@pennon/domain';
import { type CompiledConstraint, type OrderOperator, type TextOperator } from '@pennon/snapshot';
import { contextValue, type EvaluationContext } from './evaluation-context';

/**
 * True when the entity and its context satisfy the constraint.
 *
 * A value that cannot be parsed satisfies nothing, neither an operator nor its negation; so does an empty or absent
 * one, unless blankness is what is asked for. Never throws.
 */
export function matchConstraint(
  constraint: CompiledConstraint,
  entityId: string,
  context: EvaluationContext,
): boolean {
  const value = constraint.property === undefined ? entityId : contextValue(context, constraint.property);
  if (constraint.kind === 'blank') return isBlank(value) === constraint.isBlankWanted;
  if (value === '') return false;
  switch (constraint.kind) {
    case 'text':
      return matchText(value, constraint.operator, constraint.wanted);
    case 'text-list':
      return constraint.list.has(value) === constraint.isMemberWanted;
    case 'number': {
      const number = parseNumberValue(value);
      return number !== undefined && isInOrder(number, constraint.operator, constraint.wanted);
    }
    case 'number-list': {
      const number = parseNumberValue(value);
      return number !== undefined && constraint.list.has(number) === constraint.isMemberWanted;
    }
    case 'boolean':
      return parseBooleanValue(value) === constraint.wanted;
    case 'datetime': {
      const moment = parseDatetimeValue(value);
      return (
        moment !== undefined &&
        isInOrder(compareDatetimeValues(moment, constraint.wanted), constraint.operator, 0)
      );
    }
    case 'never':
      return false;
  }
}

/** Trims the value for `prefix` and `suffix` alone, and the wanted text never. */
function matchText(value: string, operator: TextOperator, wanted: string): boolean {
  switch (operator) {
    case 'eq':
      return value === wanted;
    case 'neq':
      return value !== wanted;
    case 'prefix':
      return trimSpace(value).startsWith(wanted);
    case 'suffix':
      return trimSpace(value).endsWith(wanted);
    case 'contains':
      return value.includes(wanted);
    case 'notcontains':
      return !value.includes(wanted);
  }
}

function isInOrder(left: number, operator: OrderOperator, right: number): boolean {
  switch (operator) {
    case 'eq':
      return left === right;
    case 'neq':
      return left !== right;
    case 'lt':
      return left < right;
    case 'lte':
      return left <= right;
    case 'gt':
      return left > right;
    case 'gte':
      return left >= right;
  }
}
