import { type NamespaceDocument } from './document';

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
