import { comparisonTypes, flagTypes, matchTypes, rolloutTypes, segmentOperators } from '@pennon/domain';

/** What the numbers stand for that Flipt stores. */
export const wordsOf = {
  flagType: words(flagTypes, 0),
  matchType: words(matchTypes, 0),
  segmentOperator: words(segmentOperators, 0),
  // 0 is the type that nobody knows.
  comparisonType: words(comparisonTypes, 1),
  rolloutType: words(rolloutTypes, 1),
} as const;

/** The word for a number; undefined for one that stands for nothing. Schemas that lack the column mean the first. */
function words<T extends string>(known: readonly T[], first: 0 | 1): (number: number) => T | undefined {
  return (number) => known[(Number.isNaN(number) ? first : number) - first];
}
