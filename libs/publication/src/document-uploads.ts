import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DocumentFormat, type NamespaceDocument, writeDocuments } from '@pennon/document';
import { isSameRevision, TooLargeError, type Revision } from '@pennon/domain';
import type { ObjectStore } from './object-store/object-store';
import { isRefusal, type ListedNamespace, type NamespaceExports } from '@pennon/changes';
import type { Manifest, ManifestEntry } from './manifest';
import { formatOfKey, latestKey, revisionKey, sha256Of, type StoredSizes } from './object-keys';

/** How many flags or segments are written before others have their turn. */
const CHUNKS_AT_A_TIME = 50;

/** How a document becomes bytes. */
export interface EncodeOptions {
  readonly format: DocumentFormat;
  /** Longest text, in bytes. */
  readonly maxBytes: number;
}

/**
 * The bytes of a document; others have their turn while they are made, however many there are.
 *
 * @throws DocumentWriteError if the document cannot be written, TooLargeError if it is too long.
 */
async function encodeDocument(
  document: NamespaceDocument,
  { format, maxBytes }: EncodeOptions,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let chunks: string[] = [];
  let bytes = 0;
  const takePart = (): void => {
    const part = Buffer.from(chunks.join(''));
    chunks = [];
    bytes += part.length;
    if (bytes > maxBytes) {
      throw new TooLargeError(`its document is longer than ${maxBytes} bytes, which readers refuse`);
    }
    parts.push(part);
  };
  for (const chunk of writeDocuments([document], { format })) {
    chunks.push(chunk);
    if (chunks.length < CHUNKS_AT_A_TIME) continue;
    takePart();
    await nextTurn();
  }
  takePart();
  return Buffer.concat(parts);
}

/** What became of the document of one namespace. */
export type Upload =
  | { readonly kind: 'unchanged'; readonly entry: ManifestEntry }
  | { readonly kind: 'written'; readonly entry: ManifestEntry; readonly omissions: readonly string[] }
  /** No document can be made of it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The namespace was deleted meanwhile. */
  | { readonly kind: 'gone' };

/** How documents are written. */
export interface UploadOptions {
  readonly format: DocumentFormat;
  /** Longest document that is published, in bytes. */
  readonly maxDocumentBytes: number;
  /** Names of the features that a document uses, for {@link ManifestEntry.features}; none, unless given. */
  readonly featuresOf?: ((document: NamespaceDocument) => readonly string[]) | undefined;
}

const contentTypes: Readonly<Record<DocumentFormat, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
};

/** Makes documents of namespaces and puts them into the store, one at a time. */
export class DocumentUploads {
  private base: Manifest | undefined;

  /** What was written since that manifest, by namespace: a failure later on does not write it again. */
  private readonly written = new Map<string, Extract<Upload, { kind: 'written' }>>();

  /** Why no document could be made of a namespace at that revision, by namespace: it is not tried again and again. */
  private readonly refusals = new Map<string, { readonly revision: Revision; readonly reason: string }>();

  constructor(
    private readonly store: ObjectStore,
    private readonly exports: NamespaceExports,
    private readonly options: UploadOptions,
  ) {}

  /**
   * To be called before anything is uploaded.
   *
   * @param base The manifest in the store. What was written since another one may be there no more.
   */
  begin(base: Manifest | undefined, listed: readonly ListedNamespace[]): void {
    if (base !== this.base) this.written.clear();
    this.base = base;
    const keys = new Set(listed.map(({ namespaceKey }) => namespaceKey));
    for (const key of this.refusals.keys()) if (!keys.has(key)) this.refusals.delete(key);
  }

  /**
   * Sees to it that the document of the namespace is in the store.
   *
   * @param former What the manifest in the store says of it.
   * @param stored What is in the store; undefined to trust that what the manifest names is there, and to read nothing
   *   of a namespace that has the revision it says.
   * @param signal Has no object written after it; what is thrown then is its reason.
   */
  async upload(
    listed: ListedNamespace,
    former: ManifestEntry | undefined,
    stored: StoredSizes | undefined,
    signal?: AbortSignal,
  ): Promise<Upload> {
    const { namespaceKey } = listed;
    if (
      stored === undefined &&
      former !== undefined &&
      isSameRevision(former, listed) &&
      this.hasFormat(former)
    ) {
      return { kind: 'unchanged', entry: former };
    }
    const written = this.written.get(namespaceKey);
    if (written !== undefined && isSameRevision(written.entry, listed)) return written;
    const refusal = this.refusals.get(namespaceKey);
    if (refusal !== undefined && isSameRevision(refusal.revision, listed))
      return { kind: 'refused', reason: refusal.reason };
    try {
      const upload = await this.make(namespaceKey, former, stored, signal);
      if (upload.kind === 'written') this.written.set(namespaceKey, upload);
      this.refusals.delete(namespaceKey);
      return upload;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.refusals.set(namespaceKey, { revision: listed, reason: error.message });
      return { kind: 'refused', reason: error.message };
    }
  }

  private async make(
    namespaceKey: string,
    former: ManifestEntry | undefined,
    stored: StoredSizes | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Upload> {
    const { format, maxDocumentBytes, featuresOf } = this.options;
    const read = await this.exports.read(namespaceKey);
    if (read === undefined) return { kind: 'gone' };
    const { revision, document, omissions } = read;
    const body = await encodeDocument(document, { format, maxBytes: maxDocumentBytes });
    const sha256 = sha256Of(body);
    const size = body.length;
    const key = revisionKey(namespaceKey, revision.revision, sha256, format);
    const latest = latestKey(namespaceKey, format);
    if (
      former?.key === key &&
      former.sha256 === sha256 &&
      stored?.has(key, size) &&
      stored.has(latest, size)
    ) {
      return { kind: 'unchanged', entry: former };
    }
    await this.put(key, body, signal);
    await this.put(latest, body, signal);
    const features = featuresOf?.(document) ?? [];
    const entry = {
      ...{ namespaceKey, ...revision },
      ...(features.length > 0 && { features }),
      ...{ key, size, sha256 },
    };
    return { kind: 'written', entry, omissions };
  }

  private async put(key: string, body: Buffer, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    await this.store.put(key, body, { contentType: contentTypes[this.options.format] });
  }

  private hasFormat({ key }: ManifestEntry): boolean {
    return formatOfKey(key) === this.options.format;
  }
}
