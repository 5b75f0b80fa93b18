import { inPieces, type Namespace, type NamespaceContents, type NamespaceParts } from '@pennon/domain';

/**
 * All rows of one namespace, read at one revision: one list per noun, nothing joined.
 *
 * Flags, segments, variants, constraints and distributions come in creation order, rules and rollouts by rank.
 */
export interface NamedContents extends NamespaceContents {
  readonly namespace: Pick<Namespace, 'key' | 'name' | 'description'>;
}

/** What there is in a namespace before its rows are read, with keys in creation order. */
export interface NamespaceOutline {
  readonly namespace: Pick<Namespace, 'key' | 'name' | 'description'>;
  readonly flagKeys: readonly string[];
  readonly segmentKeys: readonly string[];
}

/** How many flags, or segments, are looked at in one go: a few milliseconds of work, and a megabyte or two. */
export const AT_ONCE = 100;

const noKeys: ReadonlySet<string> = new Set();

/** Some flags of a namespace, and no segments. */
export function onlyFlags(flagKeys: Iterable<string>): NamespaceParts {
  return { flagKeys: new Set(flagKeys), segmentKeys: noKeys };
}

/** Some segments of a namespace, and no flags. */
export function onlySegments(segmentKeys: Iterable<string>): NamespaceParts {
  return { flagKeys: noKeys, segmentKeys: new Set(segmentKeys) };
}

/** All of a namespace, in pieces: segments and flags in creation order. */
export function* partsOf({
  flagKeys,
  segmentKeys,
}: Omit<NamespaceOutline, 'namespace'>): Generator<NamespaceParts> {
  for (const keys of inPieces(segmentKeys, AT_ONCE)) yield onlySegments(keys);
  for (const keys of inPieces(flagKeys, AT_ONCE)) yield onlyFlags(keys);
}
