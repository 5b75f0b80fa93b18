import { inPieces, type Namespace, type NamespaceParts } from '@pennon/domain';

/** What there is in a namespace before its rows are read, with keys in creation order. */
export interface NamespaceOutline {
  readonly namespace: Pick<Namespace, 'key' | 'name' | 'description'>;
  readonly flagKeys: readonly string[];
  readonly segmentKeys: readonly string[];
}

/** How many flags, or segments, are looked at in one go: a few milliseconds of work, and a megabyte or two. */
export const AT_ONCE = 100;

const none: ReadonlySet<string> = new Set();

/** Some flags of a namespace, and no segments. */
export function flagParts(flagKeys: Iterable<string>): NamespaceParts {
  return { flagKeys: new Set(flagKeys), segmentKeys: none };
}

/** Some segments of a namespace, and no flags. */
export function segmentParts(segmentKeys: Iterable<string>): NamespaceParts {
  return { flagKeys: none, segmentKeys: new Set(segmentKeys) };
}

/** All of a namespace, in pieces: segments and flags in creation order. */
export function* partsOf({ flagKeys, segmentKeys }: NamespaceOutline): Generator<NamespaceParts> {
  for (const keys of inPieces(segmentKeys, AT_ONCE)) yield segmentParts(keys);
  for (const keys of inPieces(flagKeys, AT_ONCE)) yield flagParts(keys);
}
