import { type ComparisonType, type Operator, parseNumberValue } from '@pennon/domain';
import { type ConstraintState, ENTITY_ID_PROPERTY } from '@pennon/state';
import { MAX_VALUES, inConstraints } from '../value-lists';
import { constraintProblems } from '../validation';
import { operatorsOf, takesList, takesValue } from './operators';

/** The values of a list as people see them, from JSON text; a text that is no list is its only value. */
export function listedValues(text: string): readonly string[] {
  if (text === '') return [];
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list.map(textOf);
  } catch {
    // Somebody stored what is no list: it is shown as it is.
  }
  return [text];
}

function textOf(item: unknown): string {
  return typeof item === 'string' ? item : JSON.stringify(item);
}

/** The JSON text of a list, numbers as numbers; what is none stays a text, for the checks to name it. */
export function listOfValues(values: readonly string[], type: ComparisonType): string {
  if (values.length === 0) return '';
  if (type !== 'number') return JSON.stringify(values);
  return JSON.stringify(
    values.map((value) => {
      const number = parseNumberValue(value);
      return number === undefined || !Number.isFinite(number) ? value : number;
    }),
  );
}

/** The constraint with another operator; between one value and a list the value is carried over. */
export function withOperator(values: ConstraintState, operator: Operator): ConstraintState {
  if (!takesValue(operator)) return { ...values, operator, value: '' };
  if (takesList(operator) === takesList(values.operator)) return { ...values, operator };
  if (takesList(operator)) {
    const value = values.value === '' ? '' : listOfValues([values.value], values.type);
    return { ...values, operator, value };
  }
  const [only = '', ...others] = listedValues(values.value);
  return { ...values, operator, value: others.length === 0 ? only : '' };
}

/**
 * The constraint with another type: its first operator that takes as many values, the value kept if it is one of that
 * type.
 */
export function withType(values: ConstraintState, type: ComparisonType): ConstraintState {
  if (type === values.type) return values;
  const [operator = values.operator] = operatorsOf(type);
  const isEntityId = type === 'entityId';
  const wasEntityId = values.type === 'entityId';
  const property = isEntityId ? ENTITY_ID_PROPERTY : wasEntityId ? '' : values.property;
  const changed = { ...withOperator(values, operator), type, property };
  return constraintProblems(changed).value === undefined ? changed : { ...changed, value: '' };
}

/** The constraint as several that each hold as many values as one may. */
export function splitList(values: ConstraintState): readonly ConstraintState[] {
  return inConstraints(listedValues(values.value)).map((group) => ({
    ...values,
    value: listOfValues(group, values.type),
  }));
}

/** True for a list too long for one constraint which several under Any of would say as well. */
export function canSplit(values: ConstraintState): boolean {
  return values.operator === 'isoneof' && listedValues(values.value).length > MAX_VALUES;
}
