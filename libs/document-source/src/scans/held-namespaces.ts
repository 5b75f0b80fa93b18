import { DEFAULT_NAMESPACE_KEY, isSameRevision, type Revision } from '@pennon/domain';
import {
  type FlagDocument,
  packSnapshotDocument,
  type SegmentDocument,
  SNAPSHOT_FORMAT_VERSION,
  SnapshotDecoder,
  type SnapshotDocument,
} from '@pennon/snapshot';
import type { DocumentWorker } from '../thread/document-worker';
import { digestOfContents, digestOfLine, type NamespaceContents } from '../thread/messages';

/** How many revisions fit into a second, so that contents tell apart what was changed within one. */
const PER_SECOND = 2 ** 20;
const HEX_DIGITS = 5;

/** Latest second that leaves a revision exact in a double: in the year 2106. */
const MAX_SECOND = 2 ** 32;

/**
 * The revision of a namespace whose files know none: the second in which the newest of them was changed, and 20 bits of
 * the digest of its contents. So instances that read the same files show the same revision.
 *
 * @param modifiedAt In milliseconds since the Unix epoch.
 * @param digest In hexadecimal.
 */
export function fileRevision(modifiedAt: number, digest: string): number {
  const second = Math.min(Math.max(Math.floor(modifiedAt / 1000), 0), MAX_SECOND);
  return second * PER_SECOND + Number.parseInt(digest.slice(0, HEX_DIGITS), 16);
}

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

  /** Those of these namespaces that are of another history than what is held of them. */
  unlike(namespaces: readonly HeldNamespace[]): readonly HeldNamespace[] {
    return namespaces.filter(({ document }) => {
      const held = this.namespaces.get(document.namespaceKey)?.document;
      if (held?.mark === undefined || document.mark === undefined) return false;
      if (document.revision === held.revision) return document.mark !== held.mark;
      return document.revision < held.revision;
    });
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

/**
 * Makes a namespace of what a thread has read. Flags and segments that are held already are the same objects again, and
 * only the others come from the thread: so that what follows costs no more than what has changed.
 *
 * @param held What is held of the namespace; undefined for nothing.
 */
export async function takeContents(
  worker: DocumentWorker,
  contents: NamespaceContents,
  revision: Revision,
  held: HeldNamespace | undefined,
): Promise<HeldNamespace> {
  const { digest } = contents;
  if (held?.digest === digest) return atRevision(held, revision);
  const news = await takeNews(worker, contents, revision, held);
  const segments = heldOrNew(contents.segments, held?.segments, news.segments);
  const flags = heldOrNew(contents.flags, held?.flags, news.flags);
  const document: SnapshotDocument = {
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: contents.namespaceKey,
    ...revision,
    segments: inOrder(contents.segments, segments),
    flags: inOrder(contents.flags, flags),
  };
  return { document, digest, segments, flags };
}

function atRevision(held: HeldNamespace, revision: Revision): HeldNamespace {
  if (isSameRevision(held.document, revision)) return held;
  return { ...held, document: { ...held.document, ...revision } };
}

/** A document of the segments and flags alone that are not held. */
async function takeNews(
  worker: DocumentWorker,
  contents: NamespaceContents,
  revision: Revision,
  held: HeldNamespace | undefined,
): Promise<SnapshotDocument> {
  const { namespaceKey } = contents;
  const segments = positionsOfNews(contents.segments, held?.segments);
  const flags = positionsOfNews(contents.flags, held?.flags);
  const decoder = new SnapshotDecoder();
  const header = { formatVersion: SNAPSHOT_FORMAT_VERSION, namespaceKey, ...revision };
  decoder.line(JSON.stringify({ ...header, segments: segments.length, flags: flags.length }));
  const take = async (part: 'segments' | 'flags', positions: readonly number[]): Promise<void> => {
    for await (const lines of worker.lines(namespaceKey, part, positions)) {
      for (const line of lines) decoder.line(line);
    }
  };
  await take('segments', segments);
  await take('flags', flags);
  return packSnapshotDocument(decoder.end());
}

function positionsOfNews(
  digests: readonly string[],
  held: ReadonlyMap<string, unknown> | undefined,
): readonly number[] {
  return [...digests.keys()].filter((position) => held?.has(digests[position] ?? '') !== true);
}

/** What has these digests: what is held of it, and the news for the rest, which are in the same order. */
function heldOrNew<T extends FlagDocument | SegmentDocument>(
  digests: readonly string[],
  held: ReadonlyMap<string, T> | undefined,
  news: readonly T[],
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  let taken = 0;
  for (const digest of digests) {
    const item = held?.get(digest) ?? news[taken++];
    if (item !== undefined) found.set(digest, item);
  }
  return found;
}

function inOrder<T>(digests: readonly string[], items: ReadonlyMap<string, T>): readonly T[] {
  return digests.flatMap((digest) => items.get(digest) ?? []);
}
