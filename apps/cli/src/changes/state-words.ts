/** What states of changes are called on a command line. */
export const stateWords = [
  'pending-review',
  'scheduled',
  'applied',
  'rejected',
  'cancelled',
  'conflicted',
  'failed',
] as const;
export type StateWord = (typeof stateWords)[number];
