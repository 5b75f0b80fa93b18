import {
  type BooleanResult,
  type CompiledVariant,
  type ResultSource,
  type VariantResult,
} from '@pennon/snapshot';

/** Most results that are kept of one source: of a rule of a few segments and variants there are no more. */
const MAX_KEPT = 16;

// Results are looked for before they are made: what is made only to be compared pushes what is kept out of the
// processor's caches.

/**
 * What a rule, or the flag itself, has answered before with that variant by those segments; undefined if it has not.
 */
export function keptVariant(
  source: ResultSource<VariantResult>,
  flagKey: string,
  isMatch: boolean,
  { key, attachment }: CompiledVariant,
  segmentKeys: readonly string[],
): VariantResult | undefined {
  for (let known = source.results; known !== undefined; known = known.next) {
    const isSame =
      known.flagKey === flagKey &&
      known.isMatch === isMatch &&
      known.variantKey === key &&
      known.attachment === attachment &&
      isSameList(known.segmentKeys, segmentKeys);
    if (isSame) return known;
  }
  return undefined;
}

/** What a rollout, or the flag itself, has answered before by those segments; undefined if it has not. */
export function keptBoolean(
  source: ResultSource<BooleanResult>,
  flagKey: string,
  segmentKeys: readonly string[],
): BooleanResult | undefined {
  for (let known = source.results; known !== undefined; known = known.next)
    if (known.flagKey === flagKey && isSameList(known.segmentKeys, segmentKeys)) return known;
  return undefined;
}

/**
 * Keeps a result with its source, if there is room: one object for all entities whom a flag answers the same, so that
 * whoever writes or counts results needs to look into each only once (docs/adr/0026).
 *
 * @param result Not to be changed any more, but for its notes.
 */
export function keep<R extends { next?: R | undefined }>(source: ResultSource<R>, result: R): R {
  let last = source.results;
  if (last === undefined) {
    source.results = result;
    return result;
  }
  let count = 1;
  for (; last.next !== undefined; last = last.next) count++;
  if (count < MAX_KEPT) last.next = result;
  return result;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}
