import type { SegmentState } from '../segment-state';

/** What is known of the segments of the namespace. */
export interface KnownSegments {
  /** True if the segment exists. */
  has(key: string): boolean;
  /** True if the segment exists and matches every entity, whatever its context. */
  matchesEverybody(key: string): boolean;
}

/** The segments of a namespace, for what is said of its flags. @param segments All of them. */
export function knownSegments(segments: Iterable<SegmentState>): KnownSegments {
  const isForEverybody = new Map([...segments].map((segment) => [segment.key, matchesEverybody(segment)]));
  return {
    has: (key) => isForEverybody.has(key),
    matchesEverybody: (key) => isForEverybody.get(key) === true,
  };
}

/** True for a segment without constraints: the evaluator lets it match every entity, for either match type. */
export function matchesEverybody({ constraints }: Pick<SegmentState, 'constraints'>): boolean {
  return constraints.length === 0;
}
