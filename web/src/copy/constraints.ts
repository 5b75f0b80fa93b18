import { comparisonTypesCopy } from './comparison-types';

/** The words of constraints, as forms and sentences show them. */
export const constraintsCopy = {
  types: comparisonTypesCopy,
  matchTypes: { ALL_MATCH_TYPE: 'All of', ANY_MATCH_TYPE: 'Any of' },
  entityId: 'Entity ID',
  operators: {
    eq: 'equals',
    neq: 'is not',
    lt: '<',
    lte: '≤',
    gt: '>',
    gte: '≥',
    empty: 'is empty',
    notempty: 'is not empty',
    true: 'is true',
    false: 'is false',
    present: 'is present',
    notpresent: 'is not present',
    prefix: 'starts with',
    suffix: 'ends with',
    contains: 'contains',
    notcontains: 'does not contain',
    isoneof: 'is one of',
    isnotoneof: 'is not one of',
  },
  datetimeOperators: {
    lt: 'is before',
    lte: 'is at or before',
    gt: 'is after',
    gte: 'is at or after',
  },
  /** Behind the words where operators are chosen. */
  symbols: { eq: '(==)', neq: '(!=)' },
  hints: {
    caseSensitive: 'Upper and lower case are different.',
    negative: 'An entity whose context lacks the property, or has it empty, does not match.',
    trimmed: 'Spaces around the value in the context are ignored.',
  },
} as const;
