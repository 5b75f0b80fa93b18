import {
  inPieces,
  InvalidArgumentError,
  quote,
  type NamespaceContents,
  type NamespaceParts,
} from '@pennon/domain';
import {
  adoptFlag,
  adoptSegment,
  flagRowsBetween,
  type FlagState,
  grouped,
  isNothing,
  type NewRows,
  segmentRowsBetween,
  type SegmentState,
  segmentsUsedBy,
} from '@pennon/state';
import { type NamespaceDocument } from '../document';
import { AT_ONCE, onlyFlags, onlySegments, type NamespaceOutline } from '../namespace-contents';
import { attachmentOfRow } from './attachment-of-row';
import { changesOfNamespace } from './changes-of';
import type { ImportMode, Planned } from './import-change';

/** A part of an import: which rows it needs, and what flags and segments are to be once they are read. */
export interface ImportPart {
  /** Flags and segments that there are; none where the part needs no rows. */
  readonly reads: NamespaceParts;
  /** How many flags and segments of the document it is about. */
  readonly size: number;
  /**
   * Carried out in the order given, each change finds what it needs: segments are created before what looks at them and
   * deleted after it.
   *
   * @param contents Those of {@link reads}, before any part of the import has changed them.
   * @param rows Gives ids and moments to what is written.
   * @throws InvalidArgumentError if a flag to be written looks at a segment that neither the document nor, unless it is
   *   pruned, the namespace has.
   */
  plan(contents: NamespaceContents, rows: NewRows): readonly Planned[];
}

const noRows = onlyFlags([]);

/**
 * What is to be changed in a namespace so that it is what the document says, part by part, so that no more than a few
 * rows need to be in memory. All parts together change nothing when the namespace is what the document says.
 *
 * Several documents of one namespace are to be merged first when pruning. Never plans to delete a namespace. Linear in
 * the sizes of document and namespace.
 *
 * @param outline The namespace as it is; undefined when there is none.
 * @param atOnce Flags, or segments, of one part.
 */
export function* importParts(
  document: NamespaceDocument,
  outline: NamespaceOutline | undefined,
  mode: ImportMode,
  atOnce = AT_ONCE,
): Generator<ImportPart> {
  const { key: namespaceKey } = document.namespace;
  const present = {
    flags: new Set(outline?.flagKeys),
    segments: new Set(outline?.segmentKeys),
  };
  const isWritten = (presentKeys: ReadonlySet<string>, key: string): boolean =>
    mode.existing === 'update' || !presentKeys.has(key);

  yield { reads: noRows, size: 0, plan: () => planNamespace(document, outline, mode) };

  const segments = document.segments.filter(({ key }) => isWritten(present.segments, key));
  for (const piece of inPieces(segments, atOnce)) yield segmentsPart(namespaceKey, piece, present.segments);

  const deleted = { flags: new Set(mode.deletions?.flags), segments: new Set(mode.deletions?.segments) };
  const wanted = new Set(document.flags.map(({ key }) => key));
  const isFlagDeleted = (key: string): boolean => deleted.flags.has(key) || (mode.prune && !wanted.has(key));
  yield deletionsPart('flag', outline?.flagKeys, isFlagDeleted);

  const known = new Set(document.segments.map(({ key }) => key));
  if (!mode.prune) for (const key of present.segments) if (!deleted.segments.has(key)) known.add(key);
  const flags = document.flags.filter(({ key }) => isWritten(present.flags, key));
  for (const piece of inPieces(flags, atOnce))
    yield flagsPart(namespaceKey, piece, present.flags, known, mode);

  if (!mode.prune) {
    yield deletionsPart('segment', outline?.segmentKeys, (key) => deleted.segments.has(key));
    return;
  }
  // Segments that a flag goes on looking at stay, whatever the document lacks.
  const kept = new Set(document.segments.map(({ key }) => key));
  const untouched = document.flags.filter(({ key }) => !isWritten(present.flags, key));
  for (const piece of inPieces(untouched, atOnce)) yield untouchedPart(piece, kept);
  yield deletionsPart('segment', outline?.segmentKeys, (key) => !kept.has(key));
}

function planNamespace(
  { namespace: { key, name, description } }: NamespaceDocument,
  outline: NamespaceOutline | undefined,
  mode: ImportMode,
): readonly Planned[] {
  if (outline === undefined) {
    const to = { name: name ?? key, description: description ?? '' };
    return [{ kind: 'namespace', change: { kind: 'namespace', action: 'create', key, to } }];
  }
  if (mode.existing === 'skip') return [];
  const from = outline.namespace;
  const to = { name: name ?? from.name, description: description ?? from.description };
  return changesOfNamespace(key, from, to).map((change) => ({ kind: 'namespace', change }));
}

function segmentsPart(
  namespaceKey: string,
  segments: readonly SegmentState[],
  present: ReadonlySet<string>,
): ImportPart {
  return {
    reads: onlySegments(keysAmong(segments, present)),
    size: segments.length,
    plan(contents, rows) {
      const stored = byKey(grouped(contents).segments);
      return segments.flatMap((segment): readonly Planned[] => {
        const before = stored.get(segment.key);
        const after = adoptSegment(namespaceKey, before, segment, rows);
        const difference = segmentRowsBetween(before, after);
        if (isNothing(difference)) return [];
        return [{ kind: 'segment', key: segment.key, isDeleted: false, before, after, difference }];
      });
    },
  };
}

function flagsPart(
  namespaceKey: string,
  flags: readonly FlagState[],
  present: ReadonlySet<string>,
  knownSegments: ReadonlySet<string>,
  { prune, deletions }: ImportMode,
): ImportPart {
  return {
    reads: onlyFlags(keysAmong(flags, present)),
    size: flags.length,
    plan(contents, rows) {
      const stored = byKey(grouped(contents).flags);
      const adoption = {
        id: (...name: Parameters<NewRows['id']>) => rows.id(...name),
        now: () => rows.now(),
        author: rows.author,
        isComplete: prune || deletions !== undefined,
        attachmentOf: attachmentOfRow,
      };
      return flags.flatMap((flag): readonly Planned[] => {
        assertSegmentsKnown(flag, knownSegments);
        const before = stored.get(flag.key);
        const after = adoptFlag(namespaceKey, before, flag, adoption);
        const difference = flagRowsBetween(before, after);
        if (isNothing(difference)) return [];
        return [{ kind: 'flag', key: flag.key, isDeleted: false, before, after, difference }];
      });
    },
  };
}

/** Flags that stay whatever the document says: what they look at is kept. */
function untouchedPart(flags: readonly FlagState[], kept: Set<string>): ImportPart {
  return {
    reads: onlyFlags(flags.map(({ key }) => key)),
    size: flags.length,
    plan(contents) {
      for (const flag of grouped(contents).flags) for (const key of segmentsUsedBy(flag)) kept.add(key);
      return [];
    },
  };
}

/** @param isDeleted Asked when the part is planned, after those before it. */
function deletionsPart(
  kind: 'flag' | 'segment',
  present: readonly string[] = [],
  isDeleted: (key: string) => boolean,
): ImportPart {
  return {
    reads: noRows,
    size: 0,
    plan: () => present.filter(isDeleted).map((key) => ({ kind, key, isDeleted: true })),
  };
}

function assertSegmentsKnown(flag: FlagState, known: ReadonlySet<string>): void {
  const unknown = segmentsUsedBy(flag).find((key) => !known.has(key));
  if (unknown === undefined) return;
  throw new InvalidArgumentError(`flag ${quote(flag.key)} looks at the unknown segment ${quote(unknown)}`);
}

function keysAmong(
  items: readonly { readonly key: string }[],
  among: ReadonlySet<string>,
): readonly string[] {
  return items.map(({ key }) => key).filter((key) => among.has(key));
}

function byKey<T extends { readonly key: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.key, item]));
}
