import { type EvaluationResult, type ResultSource } from '@pennon/snapshot';

/** Most results that are kept of one source: of a rule of a few segments and variants there are no more. */
const MAX_KEPT = 16;

/**
 * The result as it was before, if it was: one object for all entities whom a flag answers the same, so that whoever writes
 * or counts results needs to look into each only once (docs/adr/0026).
 *
 * @param result Not to be changed any more, but for its notes.
 */
export function keptResult<R extends EvaluationResult>(source: ResultSource<R>, result: R): R {
  let last: R | undefined;
  let count = 0;
  for (let known = source.results; known !== undefined; known = known.next as R | undefined) {
    if (isSame(known, result)) return known;
    last = known;
    count++;
  }
  if (last === undefined) source.results = result;
  else if (count < MAX_KEPT) last.next = result;
  return result;
}

function isSame(one: EvaluationResult, other: EvaluationResult): boolean {
  return (
    one.reason === other.reason &&
    one.flagKey === other.flagKey &&
    hasSameValue(one, other) &&
    isSameList(one.segmentKeys, other.segmentKeys)
  );
}

function hasSameValue(one: EvaluationResult, other: EvaluationResult): boolean {
  if (one.type === 'boolean') return other.type === 'boolean' && one.isEnabled === other.isEnabled;
  return (
    other.type === 'variant' &&
    one.variantKey === other.variantKey &&
    one.isMatch === other.isMatch &&
    one.attachment === other.attachment
  );
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}
