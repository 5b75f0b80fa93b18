import { type ComparisonType, type Operator, operatorRow, valueKind, type ValueKind } from '@pennon/domain';
import { matchableOperatorsByType, operatorsByType, operatorsWithoutValue, takesList } from '@pennon/state';
import { constraintsCopy as copy } from '@/copy/constraints';

/**
 * The operators a constraint of that type can be saved with and match by: those of lists refuse every date. A stored
 * one may keep an operator that only documents can give it.
 *
 * @param stored The constraint as it is; undefined for a new one.
 */
export function operatorsOf(
  type: ComparisonType,
  stored?: { readonly type: ComparisonType; readonly operator: string },
): readonly Operator[] {
  const kept = stored?.type === type ? stored.operator : undefined;
  const allowed = operatorsByType[type];
  return matchableOperatorsByType[type].filter((each) => each === kept || allowed.includes(each));
}

export { takesList };

const withoutValue: ReadonlySet<string> = operatorsWithoutValue;

export function takesValue(operator: string): boolean {
  return !withoutValue.has(operator);
}

/** The kind of value that an operator takes; undefined for one that the type does not have. */
export function valueKindOf(type: ComparisonType, operator: string): ValueKind | undefined {
  return valueKind(type, operator);
}

/** An operator as part of a sentence; itself when it is one that nobody knows. */
export function operatorWords(type: ComparisonType, operator: string): string {
  const row = operatorRow(operator);
  return row?.labels?.[type] ?? row?.label ?? operator;
}

/** An operator as a choice, with its symbol, as in `equals (==)`. */
export function operatorLabel(type: ComparisonType, operator: string): string {
  const symbol = operatorRow(operator)?.symbol;
  return [operatorWords(type, operator), symbol].filter((text) => text !== undefined).join(' ');
}

/** What people get wrong about an operator. */
export function operatorHints(type: ComparisonType, operator: string): readonly string[] {
  const row = operatorRow(operator);
  const isText = type === 'string' || type === 'entityId';
  return [
    ...(isText && takesValue(operator) ? [copy.hints.caseSensitive] : []),
    ...(row?.isNegative === true && takesValue(operator) ? [copy.hints.negative] : []),
    ...(row?.isTrimmed === true ? [copy.hints.trimmed] : []),
  ];
}
