import { type ComparisonType, type Operator, operatorNames, operatorRow, valueKind } from '@pennon/domain';
import { type ValueLaw, valueLaws } from './value-laws';

/** The operators that suit each comparison type. */
export type OperatorsByType = Readonly<Record<ComparisonType, readonly Operator[]>>;

/**
 * The operators that a stored constraint may have: documents, and databases of Flipt, compare entity ids in all the
 * ways in which texts are compared.
 */
export const storedOperatorsByType = operatorsWhere(() => true);

/** The operators each comparison type may be created with by the API. */
export const operatorsByType = operatorsWhere(
  (_, operator, type) => operatorRow(operator)?.storedOnly?.includes(type) !== true,
);

/** The operators that match something: of those that a stored constraint may have, all but lists of datetimes. */
export const matchableOperatorsByType = operatorsWhere((law) => law.matchesNothing !== true);

/** The operators that look at the property alone: whatever value is given with them is dropped. */
export const operatorsWithoutValue: ReadonlySet<Operator> = new Set(
  operatorNames.filter((operator) => !lawsOf(operator).some(({ isTaken }) => isTaken)),
);

/** True for an operator that takes a list. */
export function takesList(operator: string): boolean {
  return lawsOf(operator).some(({ isList }) => isList);
}

function lawsOf(operator: string): readonly ValueLaw[] {
  return Object.values(operatorRow(operator)?.values ?? {}).map((kind) => valueLaws[kind]);
}

function operatorsWhere(
  isWanted: (law: ValueLaw, operator: Operator, type: ComparisonType) => boolean,
): OperatorsByType {
  const operatorsOf = (type: ComparisonType): readonly Operator[] =>
    operatorNames.filter((operator) => {
      const kind = valueKind(type, operator);
      return kind !== undefined && isWanted(valueLaws[kind], operator, type);
    });
  return {
    string: operatorsOf('string'),
    number: operatorsOf('number'),
    boolean: operatorsOf('boolean'),
    datetime: operatorsOf('datetime'),
    entityId: operatorsOf('entityId'),
  };
}
