/** How deep the hostile bodies are nested: far beyond what a recursive reader survives. */
const DEPTH = 10_000;

/** An array in an array in an array … */
export const nestedArrays = '['.repeat(DEPTH) + ']'.repeat(DEPTH);

/** The same, cut off before the first bracket closes. */
export const unclosedArrays = '['.repeat(DEPTH);

/** An object in an object in an object … */
export const nestedObjects = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
