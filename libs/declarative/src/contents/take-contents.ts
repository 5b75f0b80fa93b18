import { isSameRevision, type Revision } from '@pennon/domain';
import {
  packSnapshotDocument,
  SNAPSHOT_FORMAT_VERSION,
  SnapshotDecoder,
  type FlagDocument,
  type SegmentDocument,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { type DocumentWorker } from '../thread/document-worker';
import { type NamespaceContents } from '../thread/messages';
import { type HeldNamespace } from './held-namespaces';

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
  const segments = byDigest(contents.segments, held?.segments, news.segments);
  const flags = byDigest(contents.flags, held?.flags, news.flags);
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
function byDigest<T extends FlagDocument | SegmentDocument>(
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
