import { type ComparisonType, type FlagType, type MatchType, type SegmentOperator } from '@pennon/domain';

/** What documents call the flag types. All words are Flipt's. */
export const flagTypeWords: Readonly<Record<FlagType, string>> = {
  variant: 'VARIANT_FLAG_TYPE',
  boolean: 'BOOLEAN_FLAG_TYPE',
};

/** What documents call the match types. */
export const matchTypeWords: Readonly<Record<MatchType, string>> = {
  all: 'ALL_MATCH_TYPE',
  any: 'ANY_MATCH_TYPE',
};

/** What documents call the segment operators. */
export const segmentOperatorWords: Readonly<Record<SegmentOperator, string>> = {
  or: 'OR_SEGMENT_OPERATOR',
  and: 'AND_SEGMENT_OPERATOR',
};

/** What documents call the comparison types. */
export const comparisonTypeWords: Readonly<Record<ComparisonType, string>> = {
  string: 'STRING_COMPARISON_TYPE',
  number: 'NUMBER_COMPARISON_TYPE',
  boolean: 'BOOLEAN_COMPARISON_TYPE',
  datetime: 'DATETIME_COMPARISON_TYPE',
  entityId: 'ENTITY_ID_COMPARISON_TYPE',
};
