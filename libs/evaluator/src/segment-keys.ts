/** The segment keys of a result no segment had a part in; one frozen array for all of them. */
export const noSegmentKeys: readonly string[] = Object.freeze([]);
