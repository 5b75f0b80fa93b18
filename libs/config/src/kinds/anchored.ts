/**
 * Whether every alternative of an RE2 pattern is anchored at both ends. It may be false for a pattern that is anchored
 * in another way, and is never true for one that is not.
 */
export function isAnchored(pattern: string): boolean {
  // A quotation may hold what looks like an anchor; with `(?m)` an anchor is one of a line.
  if (pattern.includes('\\Q')) return false;
  let flat = pattern
    .replace(/^(\(\?[isU]+\))+/, '')
    .replaceAll(/\\./gs, (escape) => anchorOf(escape) ?? '_')
    .replaceAll(/\[\^?\]?[^\]]*\]/g, '_');
  // From the inside to the outside: what remains is the pattern without its groups.
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = flat.replaceAll(/\([^()]*\)/g, '_');
  }
  return flat.split('|').every((alternative) => /^\^.*\$$/s.test(alternative));
}

function anchorOf(escape: string): string | undefined {
  return { '\\A': '^', '\\z': '$' }[escape];
}
