/** What constraints compare, as forms, sentences and differences name it. */
export const comparisonTypesCopy = {
  STRING_COMPARISON_TYPE: 'String',
  NUMBER_COMPARISON_TYPE: 'Number',
  BOOLEAN_COMPARISON_TYPE: 'Boolean',
  DATETIME_COMPARISON_TYPE: 'Date and time',
  ENTITY_ID_COMPARISON_TYPE: 'Entity ID',
} as const;
