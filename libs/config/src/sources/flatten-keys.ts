/** A key of a file with what it holds. */
export interface FlatKey {
  /** Lower case, parts joined with dots: `server.http_port`. */
  readonly key: string;
  /** A text, a list, or null for nothing. */
  readonly value: unknown;
}

/** Deeper than any key there is; a map that contains itself through an alias has no bottom. */
const deepest = 16;

/** Returns the leaves of nested maps in their order. Keys are folded to lower case, so a key may occur twice. */
export function flattenKeys(
  content: ReadonlyMap<unknown, unknown>,
  path: readonly string[] = [],
): readonly FlatKey[] {
  return [...content].flatMap(([name, value]) => {
    const keyPath = [...path, String(name).toLowerCase()];
    const isBranch = value instanceof Map && value.size > 0 && keyPath.length < deepest;
    if (isBranch) return flattenKeys(value, keyPath);
    return [{ key: keyPath.join('.'), value: value instanceof Map ? null : value }];
  });
}
