import type { ComparisonType, Operator } from '@pennon/domain';
import type { OperatorRow } from './operator-row';
import { operators } from './operators';
import { type ValueLaw, type ValueKind, valueLaws } from './value-laws';

const rows: ReadonlyMap<string, OperatorRow> = new Map(Object.entries(operators));

/** Every operator, in the order of the table. */
// The table has a row for every operator, and no other row.
export const operatorNames = Object.keys(operators) as readonly Operator[];

/** The row of an operator; undefined for a word that is not an operator. */
export function operatorRow(operator: string): OperatorRow | undefined {
  return rows.get(operator);
}

/** The kind of value that an operator takes with a type; undefined if it is not allowed with the type. */
export function valueKind(type: ComparisonType, operator: string): ValueKind | undefined {
  return rows.get(operator)?.values[type];
}

/** The operators that suit each comparison type. */
export type OperatorsByType = Readonly<Record<ComparisonType, readonly Operator[]>>;

/**
 * The operators that a stored constraint may have: documents, and databases of Flipt, compare entity ids in all the
 * ways in which texts are compared.
 */
export const storedOperatorsByType = operatorsWhere(() => true);

/** The operators each comparison type may be created with by the API. */
export const operatorsByType = operatorsWhere((_, row, type) => row.storedOnly?.includes(type) !== true);

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
  return Object.values(rows.get(operator)?.values ?? {}).map((kind) => valueLaws[kind]);
}

function operatorsWhere(
  isWanted: (law: ValueLaw, row: OperatorRow, type: ComparisonType) => boolean,
): OperatorsByType {
  const operatorsOf = (type: ComparisonType): readonly Operator[] =>
    operatorNames.filter((operator) => {
      const row: OperatorRow = operators[operator];
      const kind = row.values[type];
      return kind !== undefined && isWanted(valueLaws[kind], row, type);
    });
  return {
    string: operatorsOf('string'),
    number: operatorsOf('number'),
    boolean: operatorsOf('boolean'),
    datetime: operatorsOf('datetime'),
    entityId: operatorsOf('entityId'),
  };
}
