import { type ComparisonType, comparisonTypes, invalidField, type Operator } from '@pennon/domain';
import { ComparisonType as WireType, EnumWords } from '@pennon/proto';
import { operatorsWithoutValue } from '@pennon/state';
import type { FieldLaw, SchemaKeywords } from './field-laws';

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

/** A request that names segments. */
interface SegmentChoice {
  /** Empty if there are several. */
  readonly segmentKey: string;
}

/** Segments are named in one of two ways: one by `segmentKey`, several by `segmentKeys`. */
export const SEGMENT_CHOICE: FieldLaw<readonly string[]> = {
  check: (_, segmentKeys, request) => {
    const { segmentKey } = request as SegmentChoice;
    const field = 'segmentKey or segmentKeys';
    if (segmentKey === '' && segmentKeys.length === 0) throw invalidField(field, 'must not be empty');
    if (segmentKey !== '' && segmentKeys.length > 0) throw invalidField(field, 'only one can be present');
  },
  messageSchema: {
    oneOf: [
      {
        required: ['segmentKey'],
        properties: { segmentKey: { minLength: 1 }, segmentKeys: { maxItems: 0 } },
      },
      {
        required: ['segmentKeys'],
        properties: { segmentKey: { maxLength: 0 }, segmentKeys: { minItems: 1 } },
      },
    ],
  },
};
