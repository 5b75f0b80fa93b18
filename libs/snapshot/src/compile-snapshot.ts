import { compileFlag, type VariantLookup } from './compile-flag';
import { changesBetween, refersToChanges } from './document-changes';
import { SegmentTable } from './segment-table';
import { type CompiledFlag, type CompiledVariant } from './compiled-flag';
import { type Snapshot } from './snapshot';
import { type FlagDocument, type SnapshotDocument } from './snapshot-document';

/**
 * Compiles a document for evaluation. Linear in the size of the document; the document is kept, not copied.
 *
 * Never throws: a document from outside may refer to what it does not hold, and then loses that reference as it would
 * in {@link buildSnapshotDocument}. Source: design.md 2, contract/evaluation.md 4.
 *
 * @param previous A snapshot of the same namespace. What it has compiled of flags and segments that are the same objects
 *   in both documents is used again, and the result is the same as without.
 */
export function compileSnapshot(document: SnapshotDocument, previous?: Snapshot): Snapshot {
  return previous === undefined ? compileAll(document) : compileChanges(document, previous);
}

function compileAll(document: SnapshotDocument): Snapshot {
  const segments = new SegmentTable(document.segments);
  const variants = allVariants(document.flags);
  const flags = new Map(document.flags.map((flag) => [flag.key, compileFlag(flag, segments, variants)]));
  return { document, flags, segments };
}

function compileChanges(document: SnapshotDocument, previous: Snapshot): Snapshot {
  const changes = changesBetween(previous.document, document);
  const segments = previous.segments.next(document.segments, changes.segmentKeys);
  const variants = allVariants(document.flags);
  const compile = (flag: FlagDocument): CompiledFlag => {
    const isStale = changes.flagKeys.has(flag.key) || refersToChanges(flag, changes);
    const present = isStale ? undefined : previous.flags.get(flag.key);
    return present ?? compileFlag(flag, segments, variants);
  };
  const flags = new Map<string, CompiledFlag>();
  for (const flag of document.flags) flags.set(flag.key, compile(flag));
  segments.keepSelectionsOf(flags);
  return { document, flags, segments };
}

/** The variants of all flags, gathered when one of them is looked for first: few namespaces have it come to that. */
function allVariants(flags: readonly FlagDocument[]): VariantLookup {
  let variants: ReadonlyMap<string, CompiledVariant> | undefined;
  return {
    get(id) {
      variants ??= new Map(flags.flatMap((flag) => flag.variants.map((variant) => [variant.id, variant])));
      return variants.get(id);
    },
  };
}
