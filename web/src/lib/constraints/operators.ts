import { operatorsByType, operatorsWithoutValue, storedOperatorsByType, type Operator } from '@pennon/domain';
import { type ComparisonType as DomainType } from '@pennon/domain';
import { constraintsCopy as copy } from '@/copy/constraints';
import { type ComparisonType } from '../model';

/** The name that the libraries of the server have for each comparison type. */
export const domainTypes: Readonly<Record<ComparisonType, DomainType>> = {
  STRING_COMPARISON_TYPE: 'string',
  NUMBER_COMPARISON_TYPE: 'number',
  BOOLEAN_COMPARISON_TYPE: 'boolean',
  DATETIME_COMPARISON_TYPE: 'datetime',
  ENTITY_ID_COMPARISON_TYPE: 'entityId',
};

/** In the order in which forms offer them. */
export const comparisonTypes: readonly ComparisonType[] = [
  'STRING_COMPARISON_TYPE',
  'NUMBER_COMPARISON_TYPE',
  'BOOLEAN_COMPARISON_TYPE',
  'DATETIME_COMPARISON_TYPE',
  'ENTITY_ID_COMPARISON_TYPE',
];

/** The property that constraints on the entity id have. */
export const ENTITY_ID_PROPERTY = 'entityId';

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
  const allowed = operatorsByType[domainTypes[type]];
  const operators = storedOperatorsByType[domainTypes[type]].filter(
    (each) => each === kept || allowed.includes(each),
  );
  return type === 'DATETIME_COMPARISON_TYPE' ? operators.filter((each) => !takesList(each)) : operators;
}

export function takesList(operator: string): boolean {
  return operator === 'isoneof' || operator === 'isnotoneof';
}

const withoutValue: ReadonlySet<string> = operatorsWithoutValue;

export function takesValue(operator: string): boolean {
  return !withoutValue.has(operator);
}

const datetimeWords: Readonly<Record<string, string>> = copy.datetimeOperators;
const words: Readonly<Record<string, string>> = copy.operators;
const symbols: Readonly<Record<string, string>> = copy.symbols;

/** An operator as part of a sentence; itself when it is one that nobody knows. */
export function operatorWords(type: ComparisonType, operator: string): string {
  const own = type === 'DATETIME_COMPARISON_TYPE' ? datetimeWords[operator] : undefined;
  return own ?? words[operator] ?? operator;
}

/** An operator as a choice, with its symbol, as in `equals (==)`. */
export function operatorLabel(type: ComparisonType, operator: string): string {
  return [operatorWords(type, operator), symbols[operator]].filter((text) => text !== undefined).join(' ');
}

/** What people get wrong about an operator. */
export function operatorHints(type: ComparisonType, operator: string): readonly string[] {
  const isText = type === 'STRING_COMPARISON_TYPE' || type === 'ENTITY_ID_COMPARISON_TYPE';
  return [
    ...(isText && takesValue(operator) ? [copy.hints.caseSensitive] : []),
    ...(operator === 'neq' || operator === 'isnotoneof' || operator === 'notcontains'
      ? [copy.hints.negative]
      : []),
    ...(operator === 'prefix' || operator === 'suffix' ? [copy.hints.trimmed] : []),
  ];
}
