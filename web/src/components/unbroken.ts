/** Longest word that is never broken, in characters. */
const LONGEST = 24;

/** Classes for a key: a short one stays in one piece, a long one breaks wherever it has to. */
export function keyClasses(key: string): string {
  return key.length <= LONGEST ? 'whitespace-nowrap' : 'break-all';
}

/** Classes for a name: one of several words breaks between them, a single one like a key, also at its hyphens. */
export function nameClasses(name: string): string {
  return /\s/.test(name) ? 'break-words' : keyClasses(name);
}
