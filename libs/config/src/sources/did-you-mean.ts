import { closest, distance } from 'fastest-levenshtein';

/**
 * Returns `; did you mean …?` with the candidate that was probably meant, or nothing when none is close. A
 * placeholder of a candidate becomes what stands in its place in the name.
 *
 * @param separator between the parts of names
 */
export function didYouMean(name: string, candidates: readonly string[], separator: '.' | '_'): string {
  const candidate = closest(
    name,
    candidates.map((pattern) => fill(pattern, name, separator)),
  );
  // A quarter of the letters, three at most: beyond that a hint misleads more than it helps.
  const isClose = distance(name, candidate) <= Math.min(3, Math.floor(name.length / 4));
  return isClose ? `; did you mean ${candidate}?` : '';
}

/** `a.<name>.b` and `x.acme.y` → `a.acme.b`: counted from both ends, since a variable has `_` in names too. */
function fill(pattern: string, name: string, separator: string): string {
  const [before, after] = pattern.split(/<[^>]+>/);
  if (before === undefined || after === undefined) return pattern;
  const parts = name.split(separator);
  const chosen = parts.slice(
    before.split(separator).length - 1,
    parts.length - (after.split(separator).length - 1),
  );
  return chosen.length === 0 ? pattern : before + chosen.join(separator) + after;
}
