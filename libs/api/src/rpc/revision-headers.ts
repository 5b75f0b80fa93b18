/** Headers, or metadata, that tell of the revision of a namespace. */

/** Of an answer: the revision that an evaluation saw, or that a write made. */
export const REVISION_HEADER = 'x-pennon-revision';

/** Of an answer: how long ago what it shows was last known to be current, in whole milliseconds. */
export const AGE_HEADER = 'x-pennon-age-ms';

/** Of a request to evaluate: the revision that it wants to see at least. */
export const MIN_REVISION_HEADER = 'x-pennon-min-revision';
