import type { FlagDocument, SegmentDocument, SnapshotDocument } from '../document/snapshot-document';
import { KeyedTable } from './keyed-table';

/** The flags and segments of a document, for finding one and for telling what has changed. */
export interface DocumentTables {
  readonly flags: KeyedTable<FlagDocument>;
  readonly segments: KeyedTable<SegmentDocument>;
}

/** A document without its flags and segments. */
type DocumentState = Omit<SnapshotDocument, keyof DocumentTables>;

interface Parts extends DocumentTables {
  readonly state: DocumentState;
}

/** Of documents that live, what they were made of or were found to consist of. */
const known = new WeakMap<SnapshotDocument, Parts>();

/**
 * The tables of a document, made once. Of two flags or segments with the same key, they have the later one.
 *
 * @param like A document of the namespace that may have the same keys.
 */
export function tablesOf(document: SnapshotDocument, like?: SnapshotDocument): DocumentTables {
  return partsOf(document, like);
}

function partsOf(document: SnapshotDocument, like?: SnapshotDocument): Parts {
  const present = known.get(document);
  if (present !== undefined) return present;
  const { flags, segments, ...state } = document;
  const others = like && partsOf(like);
  const parts = {
    state,
    flags: KeyedTable.of(flags, others?.flags),
    segments: KeyedTable.of(segments, others?.segments),
  };
  known.set(document, parts);
  return parts;
}

/** A document of tables: to all who read it, it has lists, which are made when they are first asked for. */
export function documentOf(state: DocumentState, { flags, segments }: DocumentTables): SnapshotDocument {
  const document = {
    ...state,
    get segments() {
      return segments.values();
    },
    get flags() {
      return flags.values();
    },
  };
  known.set(document, { state, flags, segments });
  return document;
}

/** The document with other tables; the same one if they are the same. */
export function withTables(document: SnapshotDocument, tables: DocumentTables): SnapshotDocument {
  const present = partsOf(document);
  const isSame = present.flags === tables.flags && present.segments === tables.segments;
  return isSame ? document : documentOf(present.state, tables);
}
