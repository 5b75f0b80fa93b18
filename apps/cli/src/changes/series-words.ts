/** What can be done with a series, in the words of the API. */
export type SeriesWord = 'pause' | 'resume' | 'rollback';

/** What states of series are called on a command line. */
export const seriesStateWords = [
  'running',
  'paused',
  'suspended',
  'rolled-back',
  'cancelled',
  'done',
] as const;
export type SeriesStateWord = (typeof seriesStateWords)[number];
