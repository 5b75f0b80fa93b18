import { compileFlag, type VariantLookup } from './compile-flag';
import type { CompiledFlag, CompiledVariant } from './compiled/compiled-flag';
import type { FlagDocument, SnapshotDocument } from './document/snapshot-document';
import { changesBetween } from './memory/document-changes';
import { tablesOf } from './memory/document-tables';
import type { KeyedTable } from './memory/keyed-table';
import { flagsReferringTo } from './memory/references';
import { SegmentTable } from './memory/segment-table';
import { runSteps, type Steps } from './memory/steps';

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
  readonly flags: KeyedTable<CompiledFlag>;
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
  const tables = tablesOf(document);
  const segments = SegmentTable.of(tables.segments);
  const variants = allVariants(tables.flags);
  const flags = yield* tables.flags.mapped((flag) => compileFlag(flag, segments, variants));
  return { document, flags, segments };
}

function* compileChanges(document: SnapshotDocument, previous: Snapshot): Steps<Snapshot> {
  const tables = tablesOf(document, previous.document);
  const changes = yield* changesBetween(tablesOf(previous.document), tables);
  const segments = previous.segments.next(tables.segments, changes.segmentKeys);
  const variants = allVariants(tables.flags);
  const staleKeys = new Set(changes.flagKeys);
  for (const { key } of flagsReferringTo(tables.flags, changes)) staleKeys.add(key);
  const flags = yield* previous.flags.following(tables.flags, staleKeys, (flag) =>
    compileFlag(flag, segments, variants),
  );
  segments.keepSelectionsOf(flags);
  return { document, flags, segments };
}

/** The variants of all flags, gathered when one of them is looked for first: few namespaces have it come to that. */
function allVariants(flags: KeyedTable<FlagDocument>): VariantLookup {
  let variants: ReadonlyMap<string, CompiledVariant> | undefined;
  return {
    get(id) {
      variants ??= new Map(
        flags.values().flatMap(({ variants: own }) => own.map((variant) => [variant.id, variant])),
      );
      return variants.get(id);
    },
  };
}
