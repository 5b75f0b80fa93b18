import { isDeepStrictEqual } from 'node:util';
import {
  DEFAULT_NAMESPACE_KEY,
  isSameRevision,
  quote,
  TooLargeError,
  UnavailableError,
  whyLacking,
} from '@pennon/domain';
import { mapAtMost, VERSION } from '@pennon/platform';
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
import { NamespacesRefusedError } from '@pennon/snapshot';
import { emptyDefault, type HeldNamespace, type HeldNamespaces, takeContents } from './held-namespaces';
import { refusalOf } from './refusal';
import { type DocumentWorker, RefusedDocumentsError, type WithWorker } from '../thread/document-worker';
import { FETCHED_AT_ONCE, MAX_TOTAL_BYTES, type SourceLimits } from './limits';

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

/** A document of a publication: what was read, or why it cannot be used. */
interface Looked {
  readonly entry: ManifestEntry;
  readonly outcome: HeldNamespace | RefusedDocumentsError;
}

/**
 * Looks at what a writer has published. When nothing has changed it costs one small request; else those documents are
 * read whose revisions have.
 *
 * Nothing is taken before all objects are there and are what the manifest says: otherwise the store shows half of a
 * publication, or has lost some of it. A whole document that this version cannot use keeps its own namespace from being
 * taken, and no other.
 */
export class PublicationScan {
  private last: TakenManifest | undefined;
  /** The documents that were looked at, of the last manifest and of one that could not be read to its end. */
  private looked = new Map<string, Looked>();
  /** A manifest of which nothing can be taken, and why: its documents need not be read again. */
  private refused: { readonly etag: string; readonly error: Error } | undefined;
  private present: NamespacesRefusedError | undefined;

  constructor(
    private readonly store: ObjectStore,
    private readonly withWorker: WithWorker,
    private readonly limits: SourceLimits,
  ) {}

  /** The namespaces of the last publication that were refused; undefined when there were none. */
  get refusal(): NamespacesRefusedError | undefined {
    return this.present;
  }

  /**
   * What is published now, refused namespaces as they are held; `'unchanged'` when it is what it was at the last look,
   * undefined when nothing ever was.
   *
   * @throws UnavailableError if it cannot be read, is not whole, or leaves nothing to serve.
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
      if (error instanceof NamespacesRefusedError && etag !== undefined) this.refused = { etag, error };
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
    const news = entries.filter((entry) => !isLookedAt(this.looked.get(entry.namespaceKey), entry));
    if (news.length > 0) {
      await this.withWorker(async (worker) => {
        for (let start = 0; start < news.length; start += FETCHED_AT_ONCE) {
          await this.take(worker, news.slice(start, start + FETCHED_AT_ONCE), held);
        }
      });
    }
    const looked = entries.flatMap(({ namespaceKey }) => this.looked.get(namespaceKey) ?? []);
    this.looked = new Map(looked.map((each) => [each.entry.namespaceKey, each]));
    const namespaces = looked.flatMap(({ entry, outcome }) =>
      outcome instanceof RefusedDocumentsError ? (held.get(entry.namespaceKey) ?? []) : outcome,
    );
    const refusal = this.refusalOf(looked);
    if (refusal !== undefined && namespaces.length === 0) throw refusal;
    this.present = refusal;
    return this.looked.has(DEFAULT_NAMESPACE_KEY) ? namespaces : [...namespaces, emptyDefault(held)];
  }

  private refusalOf(looked: readonly Looked[]): NamespacesRefusedError | undefined {
    const reasons = new Map<string, string>();
    for (const { entry, outcome } of looked) {
      if (outcome instanceof RefusedDocumentsError) reasons.set(entry.namespaceKey, outcome.message);
    }
    if (reasons.size === 0) return undefined;
    return refusalOf({
      ...{
        reasons: [...reasons.values()],
        location: this.store.location,
        namespaceKeys: [...reasons.keys()],
      },
      covers: (key) => reasons.has(key),
    });
  }

  /** Fetches some documents at once, and has them read one after another. */
  private async take(
    worker: DocumentWorker,
    entries: readonly ManifestEntry[],
    held: HeldNamespaces,
  ): Promise<void> {
    const bodies = await mapAtMost(FETCHED_AT_ONCE, entries, async (entry) => this.bodyOf(entry));
    for (const [position, entry] of entries.entries()) {
      const body = bodies[position];
      if (body === undefined) continue;
      const outcome = body instanceof Error ? body : await this.outcomeOf(worker, entry, body, held);
      this.looked.set(entry.namespaceKey, { entry, outcome });
    }
  }

  /** The bytes of a document, or why it is not even read. */
  private async bodyOf(entry: ManifestEntry): Promise<Buffer | RefusedDocumentsError> {
    const { namespaceKey, key, size, features = [] } = entry;
    const { maxObjectBytes } = this.limits;
    const lack = whyLacking(`${key}: namespace ${quote(namespaceKey)}`, features, VERSION);
    if (lack !== undefined) return new RefusedDocumentsError(`${lack}: upgrade this instance`);
    if (size > maxObjectBytes) {
      return new RefusedDocumentsError(`${key} has ${size} bytes, at most ${maxObjectBytes} are read`);
    }
    return readEntry(this.store, entry, maxObjectBytes);
  }

  private async outcomeOf(
    worker: DocumentWorker,
    { key, namespaceKey, revision, mark }: ManifestEntry,
    body: Buffer,
    held: HeldNamespaces,
  ): Promise<HeldNamespace | RefusedDocumentsError> {
    const format = formatOfKey(key) ?? 'json';
    const file = { name: key, format, body, modifiedAt: 0, isSingle: true };
    const { namespaces, files } = await worker.read([file], this.limits);
    const refusal = files[0]?.refusal;
    if (refusal !== undefined) return new RefusedDocumentsError(refusal);
    const [contents, ...others] = namespaces;
    if (contents?.namespaceKey !== namespaceKey || others.length > 0) {
      return new RefusedDocumentsError(`${key} is not the document of namespace ${quote(namespaceKey)}`);
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
function isLookedAt(looked: Looked | undefined, entry: ManifestEntry): boolean {
  return (
    isSameRevision(looked?.entry, entry) &&
    looked?.entry.sha256 === entry.sha256 &&
    isDeepStrictEqual(looked.entry.features, entry.features)
  );
}
