import { comparisonTypes, operatorsWithoutValue, type ComparisonType, type Operator } from '@pennon/domain';
import { ComparisonType as WireType } from '../gen/flipt/flipt_pb';
import { EnumWords } from '../wire/enum-words';
import { type FieldLaw, type SchemaKeywords } from './field-laws';

/** Comparison types on the wire; the unknown one has no word. */
export const comparisonTypeWords = new EnumWords<ComparisonType, WireType>({
  string: WireType.STRING_COMPARISON_TYPE,
  number: WireType.NUMBER_COMPARISON_TYPE,
  boolean: WireType.BOOLEAN_COMPARISON_TYPE,
  datetime: WireType.DATETIME_COMPARISON_TYPE,
  entityId: WireType.ENTITY_ID_COMPARISON_TYPE,
});

/** The type of a constraint says which operators there are. The server checks it when it normalizes the constraint. */
export const constraintType = (
  operatorsByType: Readonly<Record<ComparisonType, readonly Operator[]>>,
): FieldLaw<WireType> => ({
  check: () => undefined,
  messageSchema: { oneOf: comparisonTypes.flatMap((type) => choicesOf(type, operatorsByType[type])) },
});

function choicesOf(type: ComparisonType, allowed: readonly Operator[]): readonly SchemaKeywords[] {
  const isValueless = (operator: Operator): boolean => operatorsWithoutValue.has(operator);
  const choice = (
    operators: readonly Operator[],
    more: readonly string[],
    value: SchemaKeywords,
  ): SchemaKeywords => ({
    required: ['type', ...more],
    properties: {
      type: { const: WireType[comparisonTypeWords.toWire(type)] },
      ...(type === 'entityId' && { property: { const: 'entityId' } }),
      operator: { enum: operators },
      ...value,
    },
  });
  const valueless = allowed.filter(isValueless);
  const comparing = allowed.filter((operator) => !isValueless(operator));
  return [
    ...(comparing.length > 0 ? [choice(comparing, ['value'], { value: { minLength: 1 } })] : []),
    ...(valueless.length > 0 ? [choice(valueless, [], {})] : []),
  ];
}
