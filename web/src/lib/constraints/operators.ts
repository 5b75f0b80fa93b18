import { type Operator, operatorRow, valueKind, type ValueKind } from '@pennon/domain';
import { matchableOperatorsByType, operatorsByType, operatorsWithoutValue, takesList } from '@pennon/state';
import { constraintsCopy as copy } from '@/copy/constraints';
import { type ComparisonType } from '../model';
import { domainTypes } from './comparison-types';

/** In the order in which forms offer them. */
export const comparisonTypes: readonly ComparisonType[] = [
  'STRING_COMPARISON_TYPE',
  'NUMBER_COMPARISON_TYPE',
  'BOOLEAN_COMPARISON_TYPE',
  'DATETIME_COMPARISON_TYPE',
  'ENTITY_ID_COMPARISON_TYPE',
];

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
  const domainType = domainTypes[type];
  const kept = stored?.type === type ? stored.operator : undefined;
  const allowed = operatorsByType[domainType];
  return matchableOperatorsByType[domainType].filter((each) => each === kept || allowed.includes(each));
}

export { takesList };

const withoutValue: ReadonlySet<string> = operatorsWithoutValue;

export function takesValue(operator: string): boolean {
  return !withoutValue.has(operator);
}

/** The kind of value that an operator takes; undefined for one that the type does not have. */
export function valueKindOf(type: ComparisonType, operator: string): ValueKind | undefined {
  return valueKind(domainTypes[type], operator);
}

/** An operator as part of a sentence; itself when it is one that nobody knows. */
export function operatorWords(type: ComparisonType, operator: string): string {
  const row = operatorRow(operator);
  return row?.labels?.[domainTypes[type]] ?? row?.label ?? operator;
}

/** An operator as a choice, with its symbol, as in `equals (==)`. */
export function operatorLabel(type: ComparisonType, operator: string): string {
  const symbol = operatorRow(operator)?.symbol;
  return [operatorWords(type, operator), symbol].filter((text) => text !== undefined).join(' ');
}

/** What people get wrong about an operator. */
export function operatorHints(type: ComparisonType, operator: string): readonly string[] {
  const row = operatorRow(operator);
  const isText = type === 'STRING_COMPARISON_TYPE' || type === 'ENTITY_ID_COMPARISON_TYPE';
  return [
    ...(isText && takesValue(operator) ? [copy.hints.caseSensitive] : []),
    ...(row?.isNegative === true && takesValue(operator) ? [copy.hints.negative] : []),
    ...(row?.isTrimmed === true ? [copy.hints.trimmed] : []),
  ];
}
