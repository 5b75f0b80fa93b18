/** What is known of the segments of the namespace. */
export interface KnownSegments {
  /** True if the segment exists. */
  has(key: string): boolean;
  /** True if the segment exists and matches every entity, whatever its context. */
  matchesEverybody(key: string): boolean;
}

/** What of a segment says whether it matches every entity. */
interface Condition {
  readonly constraints: readonly unknown[];
}

/** The segments of a namespace, for what is said of its flags. @param segments All of them. */
export function knownSegments(segments: Iterable<Condition & { readonly key: string }>): KnownSegments {
  const isForEverybody = new Map([...segments].map((segment) => [segment.key, matchesEverybody(segment)]));
  return {
    has: (key) => isForEverybody.has(key),
    matchesEverybody: (key) => isForEverybody.get(key) === true,
  };
}

/**
 * For those who do not know what segments hold: each is taken to hold some. What is said about them stays true of one
 * that holds everybody, or nobody; then nobody is left to be somebody else.
 */
export const unknownSegments: KnownSegments = { has: () => true, matchesEverybody: () => false };

/** True for a segment without constraints: the evaluator lets it match every entity, for either match type. */
export function matchesEverybody({ constraints }: Condition): boolean {
  return constraints.length === 0;
}
