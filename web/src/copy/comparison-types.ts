/** What constraints compare, as forms, sentences and differences name it. */
export const comparisonTypesCopy = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
  datetime: 'Date and time',
  entityId: 'Entity ID',
} as const;
