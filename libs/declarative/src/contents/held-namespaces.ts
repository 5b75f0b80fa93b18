import { DEFAULT_NAMESPACE_KEY, type Revision } from '@pennon/domain';
import {
  packSnapshotDocument,
  SNAPSHOT_FORMAT_VERSION,
  type FlagDocument,
  type SegmentDocument,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { digestOfContents, digestOfLine } from './digest-of-lines';

/** How many namespaces that are gone are remembered with their last revisions. */
const MAX_GONE = 1000;

/** How many digits of the digest of contents are the mark of a revision that has none of its own. */
const MARK_DIGITS = 12;

/** A namespace as it is held. */
export interface HeldNamespace {
  readonly document: SnapshotDocument;
  /** Of its contents: SHA-256 in hexadecimal. */
  readonly digest: string;
  /** Its segments and flags by the digests of their lines. */
  readonly segments: ReadonlyMap<string, SegmentDocument>;
  readonly flags: ReadonlyMap<string, FlagDocument>;
}

/** All namespaces at one moment. It is replaced whole, so nobody sees half of a change. */
export class HeldNamespaces {
  private constructor(
    private readonly namespaces: ReadonlyMap<string, HeldNamespace>,
    /** The last revisions of namespaces that are gone. */
    private readonly gone: ReadonlyMap<string, number>,
  ) {}

  /** What is held before anything was read. */
  static none(): HeldNamespaces {
    return new HeldNamespaces(new Map(), new Map());
  }

  /** What is held when documents were kept. */
  static of(documents: Iterable<SnapshotDocument>): HeldNamespaces {
    const namespaces = [...documents].map(heldOf);
    return HeldNamespaces.none().replacedBy(namespaces);
  }

  get all(): readonly HeldNamespace[] {
    return [...this.namespaces.values()];
  }

  get(namespaceKey: string): HeldNamespace | undefined {
    return this.namespaces.get(namespaceKey);
  }

  /**
   * The revision of contents that were read: the proposed one, which a mark tells from all others. Without a mark, it
   * is not that if the namespace has shown other contents at that revision or a later one; then it is the next: a
   * revision never means two states, and none goes back. The digest is its mark.
   */
  revisionOf(namespaceKey: string, digest: string, proposed: Revision): Revision {
    if (proposed.mark !== undefined) return proposed;
    const held = this.namespaces.get(namespaceKey);
    const last = held?.document.revision ?? this.gone.get(namespaceKey);
    const mark = digest.slice(0, MARK_DIGITS);
    if (last === undefined || proposed.revision > last) return { revision: proposed.revision, mark };
    return { revision: held?.digest === digest ? last : last + 1, mark };
  }

  /** These namespaces in place of those. */
  replacedBy(namespaces: readonly HeldNamespace[]): HeldNamespaces {
    const next = new Map(namespaces.map((namespace) => [namespace.document.namespaceKey, namespace]));
    const gone = new Map(this.gone);
    for (const key of next.keys()) gone.delete(key);
    for (const [key, { document }] of this.namespaces) if (!next.has(key)) gone.set(key, document.revision);
    const surplus = [...gone.keys()].slice(0, Math.max(gone.size - MAX_GONE, 0));
    for (const key of surplus) gone.delete(key);
    return new HeldNamespaces(next, gone);
  }
}

/** The default namespace where nothing speaks of it: it exists all the same, and is empty. */
export function emptyDefault(held: HeldNamespaces): HeldNamespace {
  const digest = digestOfContents([], []);
  const present = held.get(DEFAULT_NAMESPACE_KEY);
  if (present?.digest === digest) return present;
  const revision = held.revisionOf(DEFAULT_NAMESPACE_KEY, digest, { revision: 0 });
  return {
    document: {
      formatVersion: SNAPSHOT_FORMAT_VERSION,
      namespaceKey: DEFAULT_NAMESPACE_KEY,
      ...revision,
      segments: [],
      flags: [],
    },
    digest,
    segments: new Map(),
    flags: new Map(),
  };
}

function heldOf(kept: SnapshotDocument): HeldNamespace {
  const document = packSnapshotDocument(kept);
  const segments = byDigest(document.segments);
  const flags = byDigest(document.flags);
  return { document, digest: digestOfContents([...segments.keys()], [...flags.keys()]), segments, flags };
}

function byDigest<T>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [digestOfLine(JSON.stringify(item)), item]));
}
