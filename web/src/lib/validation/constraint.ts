import { normalizeDatetimeValue, parseNumberValue, parseStringList } from '@pennon/domain';
import { type ConstraintState } from '@pennon/state';
import { validationCopy as copy } from '@/copy/validation';
import { takesValue, valueKindOf } from '../constraints/operators';
import { MAX_VALUES } from '../value-lists';

/** What is wrong with a constraint, by field; empty when nothing is. */
export interface ConstraintProblems {
  readonly property?: string;
  readonly value?: string;
}

/** Checks a constraint as the server does, and that numbers are numbers. */
export function constraintProblems(values: ConstraintState): ConstraintProblems {
  const value = takesValue(values.operator) ? valueProblem(values) : undefined;
  return {
    ...(values.property === '' && { property: copy.property }),
    ...(value !== undefined && { value }),
  };
}

function valueProblem({ type, operator, value }: ConstraintState): string | undefined {
  if (value === '') return copy.value;
  switch (valueKindOf(type, operator)) {
    case 'number':
      return parseNumberValue(value) === undefined ? copy.notANumber(value) : undefined;
    case 'datetime':
      return normalizeDatetimeValue(value) === undefined ? copy.datetime : undefined;
    case 'numbers':
      return listProblem(numbersOf(value), (item) => typeof item === 'number');
    case 'texts':
    case 'datetimes':
      return listProblem(parseStringList(value), () => true);
    case 'text':
    case 'none':
    case undefined:
      return undefined;
  }
}

function listProblem(
  list: readonly unknown[] | undefined,
  isItem: (item: unknown) => boolean,
): string | undefined {
  if (list === undefined || list.length === 0) return copy.value;
  if (list.length > MAX_VALUES) return copy.listLength(list.length);
  const other = list.find((item) => !isItem(item));
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
