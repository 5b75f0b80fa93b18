/** A text that no database keeps as it is. */
export interface Unstorable {
  /** Where it is, as code would write it: `.name`, `[3].description`; empty for the value itself. */
  readonly path: string;
  readonly reason: string;
}

/**
 * Finds the first text in a value, or name of a member, that not every database keeps as it is; undefined when there is
 * none. The path ends at metadata, whose names are the caller's.
 *
 * PostgreSQL stores no U+0000, and half of a character (a lone surrogate) is another one once it was stored. What one
 * database takes another one has to take too.
 */
export function findUnstorable(value: unknown): Unstorable | undefined {
  if (typeof value === 'string') return unstorableText(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const inName = unstorableText(name);
    if (inName !== undefined) return inName;
    const found = findUnstorable(member);
    if (found === undefined) continue;
    const path = Array.isArray(value) ? `[${name}]` : `.${name}`;
    return { ...found, path: name === 'metadata' ? path : `${path}${found.path}` };
  }
  return undefined;
}

function unstorableText(text: string): Unstorable | undefined {
  if (text.includes('\0')) return { path: '', reason: 'must not hold the character U+0000' };
  return text.isWellFormed() ? undefined : { path: '', reason: 'must not hold half of a character' };
}
