import { type Cache } from '@pennon/cache';
import { type Revision } from '@pennon/domain';
import { SnapshotSource, type NamespaceRevision, type SnapshotDocument } from '@pennon/snapshot';
import { DocumentCache } from './document-cache';

/** How documents are kept for other instances. */
export interface CachedSnapshotOptions {
  /** How long, in milliseconds. */
  readonly ttl: number;
  /** Reads the secret that instances on one database have in common. It is read once. */
  readonly readKey: () => Promise<string>;
}

/**
 * A source in front of which documents are kept where other instances find them.
 *
 * The source alone says which revision is the present one; the cache saves it the reading of that revision. It serves
 * whole documents, which is what an instance needs at its start: what has changed since is asked of the source.
 */
export class CachedSnapshotSource extends SnapshotSource {
  private documents: DocumentCache | undefined;
  /** Namespaces whose documents are being kept. */
  private readonly beingKept = new Set<string>();

  constructor(
    private readonly source: SnapshotSource,
    private readonly cache: Cache,
    private readonly options: CachedSnapshotOptions,
  ) {
    super();
  }

  async load(namespaceKey: string): Promise<SnapshotDocument | undefined> {
    const revision = await this.source.revisionOf(namespaceKey);
    if (revision === undefined) return undefined;
    const documents = await this.open();
    const found = await documents.find({ namespaceKey, ...revision });
    if (found !== undefined) return found;
    const loaded = await this.source.load(namespaceKey);
    // Nobody waits for that.
    if (loaded !== undefined) void this.keep(documents, loaded);
    return loaded;
  }

  async revisionOf(namespaceKey: string): Promise<Revision | undefined> {
    return this.source.revisionOf(namespaceKey);
  }

  async list(): Promise<readonly NamespaceRevision[]> {
    return this.source.list();
  }

  override historyChanges(): number {
    return this.source.historyChanges();
  }

  override async update(held: SnapshotDocument): Promise<SnapshotDocument | undefined> {
    return this.source.update(held);
  }

  private async open(): Promise<DocumentCache> {
    this.documents ??= new DocumentCache(this.cache, {
      ttl: this.options.ttl,
      key: await this.options.readKey(),
    });
    return this.documents;
  }

  private async keep(documents: DocumentCache, document: SnapshotDocument): Promise<void> {
    const { namespaceKey } = document;
    if (this.beingKept.has(namespaceKey)) return;
    this.beingKept.add(namespaceKey);
    await documents.keep(document);
    this.beingKept.delete(namespaceKey);
  }
}
