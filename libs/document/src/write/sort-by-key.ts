import { type NamespaceDocument } from '../document';

/**
 * The same document with flags, variants and segments in the order of their keys' code units. What has an order of its
 * own keeps it: rules, distributions, rollouts, constraints.
 */
export function sortByKey({ namespace, flags, segments }: NamespaceDocument): NamespaceDocument {
  const sorted = byKey(flags).map((flag) => ({ ...flag, variants: byKey(flag.variants) }));
  return { namespace, flags: sorted, segments: byKey(segments) };
}

function byKey<T extends { readonly key: string }>(items: readonly T[]): readonly T[] {
  // Compared by code units: a locale would sort differently on another host.
  return items.toSorted((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
}
