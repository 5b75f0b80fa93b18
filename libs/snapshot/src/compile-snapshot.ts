import { compileFlag, type VariantLookup } from './compile-flag';
import type { CompiledFlag, CompiledVariant } from './compiled/compiled-flag';
import type { FlagDocument, SnapshotDocument } from './document/snapshot-document';
import { changesBetween, type DocumentChanges, refersToChanges } from './memory/document-changes';
import { FlagTable } from './memory/flag-table';
import { SegmentTable } from './memory/segment-table';
import { mapInSteps, runSteps, type Steps } from './memory/steps';

/**
 * A namespace ready to be evaluated: references resolved, values parsed, bucket bounds summed up.
 *
 * Replaced whole: what it answers never changes, so a request that holds one sees one revision throughout. It is not
 * frozen, though. Evaluation keeps results in flags and rules, and the verdict of the latest question in each segment;
 * that decides no answer, because a question that finds the verdict of another one evaluates the segment again.
 */
export interface Snapshot {
  /** What it was compiled from; the client-side snapshot shows this. */
  readonly document: SnapshotDocument;
  readonly flags: FlagTable;
  /** What the flags have in common, which the next compilation uses again; evaluation has no need of it. */
  readonly segments: SegmentTable;
}

/**
 * Compiles a document for evaluation. Linear in the size of the document; the document is kept, not copied.
 *
 * Never throws: a document from outside may refer to what it does not hold, and then loses that reference as it would
 * in {@link buildSnapshotDocument}.
 *
 * @param previous A snapshot of the same namespace. What it has compiled of flags and segments that are the same
 *   objects in both documents is used again, and the result is the same as without.
 */
export function compileSnapshot(document: SnapshotDocument, previous?: Snapshot): Snapshot {
  return runSteps(compiling(document, previous));
}

/** {@link compileSnapshot} in steps, where others are to have their turn. */
export function compiling(document: SnapshotDocument, previous?: Snapshot): Steps<Snapshot> {
  return previous === undefined ? compileAll(document) : compileChanges(document, previous);
}

function* compileAll(document: SnapshotDocument): Steps<Snapshot> {
  const segments = new SegmentTable(document.segments);
  const variants = allVariants(document.flags);
  const compile = (flag: FlagDocument): CompiledFlag => compileFlag(flag, segments, variants);
  const flags = FlagTable.of(yield* mapInSteps(document.flags, compile));
  return { document, flags, segments };
}

function* compileChanges(document: SnapshotDocument, previous: Snapshot): Steps<Snapshot> {
  const changes = yield* changesBetween(previous.document, document);
  const segments = previous.segments.next(document.segments, changes.segmentKeys);
  const variants = allVariants(document.flags);
  const compile = (flag: FlagDocument): CompiledFlag => {
    const isStale = changes.flagKeys.has(flag.key) || refersToChanges(flag, changes);
    const present = isStale ? undefined : previous.flags.get(flag.key);
    return present ?? compileFlag(flag, segments, variants);
  };
  const flags = isInPlace(changes, previous)
    ? previous.flags.with(changes.flags.start, yield* mapInSteps(changes.flags.after, compile))
    : FlagTable.of(yield* mapInSteps(document.flags, compile));
  segments.keepSelectionsOf(flags.values());
  return { document, flags, segments };
}

/**
 * True if some flags have changed and nothing else, neither the order of flags nor what others look at: then none but
 * those need be looked at.
 */
function isInPlace(
  { flags: { before, after }, segmentKeys, variantIds }: DocumentChanges,
  { document, flags }: Snapshot,
): boolean {
  return (
    segmentKeys.size === 0 &&
    variantIds.size === 0 &&
    before.length === after.length &&
    before.every(({ key }, index) => key === after[index]?.key) &&
    // A document from outside may have a key twice; its table has one place less.
    flags.size === document.flags.length
  );
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
