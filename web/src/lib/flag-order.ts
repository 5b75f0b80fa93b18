/** The flags of a namespace as its list last showed them. */
interface FlagOrder {
  readonly namespaceKey: string;
  readonly keys: readonly string[];
}

let last: FlagOrder | undefined;

/** Notes what the list shows, filtered and sorted, for the way from one of its flags to the next. */
export function noteFlagOrder(namespaceKey: string, keys: readonly string[]): void {
  last = { namespaceKey, keys };
}

/** The flags among which this one was chosen in the list; undefined when it was reached by another way. */
export function flagOrderAround(namespaceKey: string, key: string): readonly string[] | undefined {
  return last?.namespaceKey === namespaceKey && last.keys.includes(key) ? last.keys : undefined;
}
