import { comparisonTypesCopy } from './comparison-types';

/** The words of constraints, as forms and sentences show them. */
export const constraintsCopy = {
  types: comparisonTypesCopy,
  matchTypes: { all: 'All of', any: 'Any of' },
  entityId: 'Entity ID',
  hints: {
    caseSensitive: 'Upper and lower case are different.',
    negative: 'An entity whose context lacks the property, or has it empty, does not match.',
    trimmed: 'Spaces around the value in the context are ignored.',
  },
} as const;
