import { operatorsWithoutValue, parseNumberValue } from '@pennon/domain';
import { normalizeDatetimeValue, parseStringList } from '@pennon/domain';
import { validationCopy as copy } from '@/copy/validation';
import { type ConstraintValues } from '../plan/drafts';
import { MAX_VALUES } from '../value-lists';

/** What is wrong with a constraint, by field; empty when nothing is. */
export interface ConstraintProblems {
  readonly property?: string;
  readonly value?: string;
}

const withoutValue: ReadonlySet<string> = operatorsWithoutValue;

/** Checks a constraint as the server does, and that numbers are numbers. */
export function constraintProblems(values: ConstraintValues): ConstraintProblems {
  const value = withoutValue.has(values.operator) ? undefined : valueProblem(values);
  return {
    ...(values.property === '' && { property: copy.property }),
    ...(value !== undefined && { value }),
  };
}

function valueProblem({ type, operator, value }: ConstraintValues): string | undefined {
  if (value === '') return copy.value;
  if (operator === 'isoneof' || operator === 'isnotoneof') return listProblem(type, value);
  if (type === 'NUMBER_COMPARISON_TYPE' && parseNumberValue(value) === undefined)
    return copy.notANumber(value);
  if (type === 'DATETIME_COMPARISON_TYPE' && normalizeDatetimeValue(value) === undefined)
    return copy.datetime;
  return undefined;
}

function listProblem(type: ConstraintValues['type'], text: string): string | undefined {
  const list = type === 'NUMBER_COMPARISON_TYPE' ? numbersOf(text) : parseStringList(text);
  if (list === undefined || list.length === 0) return copy.value;
  if (list.length > MAX_VALUES) return copy.listLength(list.length);
  const other = list.find((item) => type === 'NUMBER_COMPARISON_TYPE' && typeof item !== 'number');
  return other === undefined
    ? undefined
    : copy.notANumber(typeof other === 'string' ? other : JSON.stringify(other));
}

function numbersOf(text: string): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}
