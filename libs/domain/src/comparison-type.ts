/** What a constraint compares as. */
export const comparisonTypes = ['string', 'number', 'boolean', 'datetime', 'entityId'] as const;
export type ComparisonType = (typeof comparisonTypes)[number];
