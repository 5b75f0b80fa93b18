import {
  DEFAULT_NAMESPACE_KEY,
  isSameRevision,
  quote,
  TooLargeError,
  UnavailableError,
} from '@pennon/domain';
import {
  type ObjectStore,
  formatOfKey,
  type Manifest,
  type ManifestEntry,
  MAX_TOKENS_BYTES,
  parseTokens,
  type PublishedToken,
  readEntry,
  readManifest,
} from '@pennon/publication';
import { emptyDefault, type HeldNamespace, type HeldNamespaces, takeContents } from './held-namespaces';
import { type DocumentWorker, RefusedDocumentsError, type WithWorker } from '../thread/document-worker';
import { inGroups, FETCHED_AT_ONCE, MAX_TOTAL_BYTES, type SourceLimits } from './limits';

/** What a publication says. */
export interface Published {
  readonly namespaces: readonly HeldNamespace[];
  /** Undefined where no tokens are published. */
  readonly tokens: readonly PublishedToken[] | undefined;
}

/** A manifest all of whose objects were read. */
interface TakenManifest {
  readonly manifest: Manifest;
  readonly etag: string | undefined;
  readonly tokens: readonly PublishedToken[] | undefined;
}

/** A document of a publication, as it was read. */
interface Taken {
  readonly entry: ManifestEntry;
  readonly namespace: HeldNamespace;
}

/**
 * Looks at what a writer has published. When nothing has changed it costs one small request; else those documents are
 * read whose revisions have. Nothing is taken before all of it is there and is what the manifest says.
 */
export class PublicationScan {
  private last: TakenManifest | undefined;
  /** The documents that were read, of the last manifest and of one that could not be read to its end. */
  private taken = new Map<string, Taken>();
  /** A manifest whose documents were refused, and why: they need not be read again. */
  private refused: { readonly etag: string; readonly error: Error } | undefined;

  constructor(
    private readonly store: ObjectStore,
    private readonly withWorker: WithWorker,
    private readonly limits: SourceLimits,
  ) {}

  /**
   * What is published now; `'unchanged'` when it is what it was at the last look, undefined when nothing ever was.
   *
   * @throws UnavailableError if it cannot be read, or is not whole.
   */
  async look(held: HeldNamespaces): Promise<Published | 'unchanged' | undefined> {
    const unlessEtag = this.refused?.etag ?? this.last?.etag;
    const stored = await readManifest(this.store, { unlessEtag });
    if (stored === 'unchanged') {
      if (this.refused !== undefined) throw this.refused.error;
      return 'unchanged';
    }
    if (stored === undefined) {
      if (this.last === undefined) return undefined;
      throw new UnavailableError(`the manifest in ${this.store.location} is gone`);
    }
    this.refused = undefined;
    const { manifest, etag } = stored;
    this.assertNotEarlier(manifest);
    this.assertBounds(manifest);
    const tokens = await this.tokensOf(manifest);
    try {
      const namespaces = await this.namespacesOf(manifest, held);
      this.last = { manifest, etag, tokens };
      return { namespaces, tokens };
    } catch (error) {
      if (error instanceof RefusedDocumentsError && etag !== undefined) this.refused = { etag, error };
      throw error;
    }
  }

  /** What is behind the last one comes from a copy that lags: taking it would bring back what was changed since. */
  private assertNotEarlier({ exportedAt }: Manifest): void {
    const last = this.last?.manifest.exportedAt;
    if (last === undefined || Date.parse(exportedAt) >= Date.parse(last)) return;
    throw new UnavailableError(
      `the manifest in ${this.store.location} is of ${exportedAt}, and one of ${last} was there before`,
    );
  }

  private assertBounds({ namespaces }: Manifest): void {
    const total = namespaces.reduce((sum, { size }) => sum + size, 0);
    if (total <= MAX_TOTAL_BYTES) return;
    throw new TooLargeError(
      `the documents in ${this.store.location} have ${total} bytes together, at most ${MAX_TOTAL_BYTES} are read`,
    );
  }

  private async tokensOf({ tokens }: Manifest): Promise<readonly PublishedToken[] | undefined> {
    if (tokens === undefined) return undefined;
    if (tokens.sha256 === this.last?.manifest.tokens?.sha256) return this.last.tokens;
    const body = await readEntry(this.store, tokens, MAX_TOKENS_BYTES);
    return parseTokens(body.toString('utf8'));
  }

  private async namespacesOf(manifest: Manifest, held: HeldNamespaces): Promise<readonly HeldNamespace[]> {
    const entries = manifest.namespaces;
    const news = entries.filter((entry) => !isTaken(this.taken.get(entry.namespaceKey), entry));
    if (news.length > 0) {
      await this.withWorker(async (worker) => {
        for (let start = 0; start < news.length; start += FETCHED_AT_ONCE) {
          await this.take(worker, news.slice(start, start + FETCHED_AT_ONCE), held);
        }
      });
    }
    const namespaces = entries.flatMap(({ namespaceKey }) => this.taken.get(namespaceKey) ?? []);
    this.taken = new Map(namespaces.map((each) => [each.entry.namespaceKey, each]));
    const all = namespaces.map(({ namespace }) => namespace);
    return this.taken.has(DEFAULT_NAMESPACE_KEY) ? all : [...all, emptyDefault(held)];
  }

  /** Fetches some documents at once, and has them read one after another. */
  private async take(
    worker: DocumentWorker,
    entries: readonly ManifestEntry[],
    held: HeldNamespaces,
  ): Promise<void> {
    const bodies = await inGroups(entries, FETCHED_AT_ONCE, async (entry) =>
      readEntry(this.store, entry, this.limits.maxObjectBytes),
    );
    for (const [position, entry] of entries.entries()) {
      const body = bodies[position];
      if (body === undefined) continue;
      const namespace = await this.read(worker, entry, body, held);
      this.taken.set(entry.namespaceKey, { entry, namespace });
    }
  }

  private async read(
    worker: DocumentWorker,
    { key, namespaceKey, revision, mark }: ManifestEntry,
    body: Buffer,
    held: HeldNamespaces,
  ): Promise<HeldNamespace> {
    const name = `${this.store.location}/${key}`;
    const format = formatOfKey(key) ?? 'json';
    const file = { name, format, body, modifiedAt: 0, isSingle: true };
    const { namespaces, files } = await worker.read([file], this.limits);
    const refusal = files[0]?.refusal;
    if (refusal !== undefined) throw new RefusedDocumentsError(refusal);
    const [contents, ...others] = namespaces;
    if (contents?.namespaceKey !== namespaceKey || others.length > 0) {
      throw new RefusedDocumentsError(`${name} is not the document of namespace ${quote(namespaceKey)}`);
    }
    return takeContents(
      worker,
      contents,
      held.revisionOf(namespaceKey, contents.digest, { revision, ...(mark !== undefined && { mark }) }),
      held.get(namespaceKey),
    );
  }
}

/** The revision alone would not do: writers of before had no marks. */
function isTaken(taken: Taken | undefined, entry: ManifestEntry): boolean {
  return isSameRevision(taken?.entry, entry) && taken?.entry.sha256 === entry.sha256;
}
