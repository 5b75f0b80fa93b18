import type { FlagState, SegmentState } from '@pennon/state';

/**
 * The flags and segments of one namespace as they travel: without ids, ranks, times and revision. What is ordered by
 * rank stands in that order.
 */
export interface NamespaceDocument {
  readonly namespace: DocumentNamespace;
  readonly flags: readonly FlagState[];
  readonly segments: readonly SegmentState[];
}

/** Which namespace a document is about, and what it says of it. */
export interface DocumentNamespace {
  readonly key: string;
  /** Undefined when the document does not say; the key serves as name for a new namespace. */
  readonly name: string | undefined;
  /** Undefined when the document does not say. */
  readonly description: string | undefined;
}

/**
 * One document per namespace, in the order in which the namespaces come first: flags and segments one after another,
 * and the first name and description.
 *
 * Whoever prunes needs it, since what a document lacks another may have. Keys are taken to be unique, as
 * {@link KeysRead} sees to.
 */
export function mergeDocuments(documents: Iterable<NamespaceDocument>): readonly NamespaceDocument[] {
  const merged = new Map<string, NamespaceDocument[]>();
  for (const document of documents) {
    const { key } = document.namespace;
    const others = merged.get(key);
    if (others === undefined) merged.set(key, [document]);
    else others.push(document);
  }
  return [...merged].map(([key, parts]) => ({
    namespace: {
      key,
      name: parts.find(({ namespace }) => namespace.name !== undefined)?.namespace.name,
      description: parts.find(({ namespace }) => namespace.description !== undefined)?.namespace.description,
    },
    flags: parts.flatMap(({ flags }) => flags),
    segments: parts.flatMap(({ segments }) => segments),
  }));
}

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
