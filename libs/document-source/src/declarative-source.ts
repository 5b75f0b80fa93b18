import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import { DomainError, UnavailableError, type Revision } from '@pennon/domain';
import { MANIFEST_KEY } from '@pennon/publication';
import {
  SnapshotSource,
  type NamespaceRevision,
  type NamespacesRefusedError,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { type HeldNamespace, HeldNamespaces } from './scans/held-namespaces';
import { FileScan } from './scans/file-scan';
import { type SourceLimits } from './scans/limits';
import { type Published, PublicationScan } from './scans/publication-scan';
import { PublishedTokenStore } from './published-token-store';
import type { DocumentPlaces } from './sources/source-kind';
import { DocumentWorker, type WorkerOptions } from './thread/document-worker';

/** A look for the sake of one namespace is not begun within this time after another, in milliseconds. */
const MIN_PAUSE_MS = 1000;

/** Where documents are looked for, and what people call that. */
export interface DeclarativePlaces extends DocumentPlaces {
  /** For people; without secrets. */
  readonly location: string;
}

/** How documents are read. */
export interface DeclarativeOptions {
  readonly limits: SourceLimits;
  readonly worker: WorkerOptions;
  /** See `FileScanOptions`. */
  readonly settleMs: number;
  /** How long tokens count that cannot be looked up anew, in milliseconds. */
  readonly tokenGraceMs: number;
}

/**
 * Snapshots made of documents: those that a writer has published, where there is a manifest, or else files.
 *
 * Every listing looks at the place, at the cost of one request when nothing has changed. Each namespace is taken
 * whole or not at all: when a document is refused, the namespaces that it describes stay as they were. While nothing
 * can be taken, or objects of a publication are missing or damaged, listing rejects with the reason. Documents come
 * from memory; flags and segments that did not change are the same objects as before.
 */
export class DeclarativeSource extends SnapshotSource {
  /** The client tokens that are published. */
  readonly tokens: PublishedTokenStore;
  /** For people; without secrets. */
  readonly location: string;
  private readonly logger = new Logger('snapshot');
  private readonly publication: PublicationScan;
  private readonly files: FileScan;
  private held = HeldNamespaces.none();
  /** Which of the two it is; undefined until one of them was read. */
  private kind: 'publication' | 'files' | undefined;
  private lastLook: Promise<void> = Promise.resolve();
  private lookedAt = Number.NEGATIVE_INFINITY;
  /** How often a publication was of another history than the one before. */
  private changesOfHistory = 0;
  private isOpening = false;
  private isClosed = false;
  private worker: DocumentWorker | undefined;

  constructor(
    private readonly places: DeclarativePlaces,
    private readonly options: DeclarativeOptions,
  ) {
    super();
    const { limits, settleMs, tokenGraceMs } = options;
    const withWorker = async <T>(work: (worker: DocumentWorker) => Promise<T>): Promise<T> =>
      this.withWorker(work);
    this.location = places.location;
    this.tokens = new PublishedTokenStore(tokenGraceMs);
    this.publication = new PublicationScan(places.publication, withWorker, limits);
    this.files = new FileScan(places.files, withWorker, {
      limits,
      settleMs,
      isManifest: manifestTest(places),
    });
  }

  /** True when it was found that a writer publishes here. */
  get isPublication(): boolean {
    return this.kind === 'publication';
  }

  /**
   * Reads for the first time; the listing that follows is of this, without another look.
   *
   * @throws UnavailableError if there is nothing to read yet, or it cannot be.
   */
  async open(): Promise<void> {
    await this.look();
    this.isOpening = true;
  }

  /** Goes on from documents that were kept: their revisions do not go back, and what is the same is shared. */
  resume(documents: Iterable<SnapshotDocument>): void {
    this.held = HeldNamespaces.of(documents);
  }

  async load(namespaceKey: string): Promise<SnapshotDocument | undefined> {
    if (this.kind === undefined) await this.look();
    return this.held.get(namespaceKey)?.document;
  }

  /** Looks too, but once a second at most: requests can have it asked. */
  async revisionOf(namespaceKey: string): Promise<Revision | undefined> {
    if (performance.now() - this.lookedAt >= MIN_PAUSE_MS) await this.look();
    return this.held.get(namespaceKey)?.document;
  }

  async list(): Promise<readonly NamespaceRevision[]> {
    if (this.isOpening) this.isOpening = false;
    else await this.look();
    return this.held.all.map(({ document: { namespaceKey, revision, mark } }) => ({
      namespaceKey,
      revision,
      mark,
    }));
  }

  override historyChanges(): number {
    return this.changesOfHistory;
  }

  override refusal(): NamespacesRefusedError | undefined {
    return this.kind === 'files' ? this.files.refusal : this.publication.refusal;
  }

  /** Ends a look that is under way, and closes what was opened for it. */
  async close(): Promise<void> {
    this.isClosed = true;
    const { files, publication } = this.places;
    files.close();
    if (publication !== files) publication.close();
    await this.worker?.end();
  }

  /** A look that begins after this call; they come one after another. */
  private async look(): Promise<void> {
    const look = this.lastLook.then(async () => this.lookOnce());
    this.lastLook = look.catch(() => undefined);
    return look;
  }

  private async lookOnce(): Promise<void> {
    if (this.isClosed) throw new UnavailableError(`${this.location} is not looked at any more`);
    const beganAt = performance.now();
    this.lookedAt = beganAt;
    try {
      await this.find();
    } catch (error) {
      throw asUnavailable(error);
    }
    this.tokens.confirm(beganAt);
  }

  private async find(): Promise<void> {
    if (this.kind !== 'files') {
      const published = await this.publication.look(this.held);
      if (published !== undefined) {
        this.takePublished(published);
        return;
      }
    }
    const found = await this.files.look(this.held);
    if (found === 'publication') {
      const published = await this.publication.look(this.held);
      if (published !== undefined) this.takePublished(published);
      return;
    }
    this.kind = 'files';
    if (found !== 'unchanged') this.take(found);
  }

  private takePublished(published: Published | 'unchanged'): void {
    const isFirst = this.kind !== 'publication';
    this.kind = 'publication';
    if (published === 'unchanged') return;
    if (!isFirst) this.tellOtherHistory(published.namespaces);
    this.take(published.namespaces);
    this.tokens.take(published.tokens);
  }

  /** A publication is followed wherever it leads; whose revisions go back is told. */
  private tellOtherHistory(namespaces: readonly HeldNamespace[]): void {
    for (const { document } of this.held.unlike(namespaces)) {
      const { namespaceKey, revision: found } = document;
      this.changesOfHistory++;
      this.logger.error(
        { namespace: namespaceKey, held: this.held.get(namespaceKey)?.document.revision ?? 0, found },
        'what is published has another history than what was held of it, and counts: commits were lost in a failover, or ' +
          'a backup was put back',
      );
    }
  }

  private take(namespaces: readonly HeldNamespace[]): void {
    this.held = this.held.replacedBy(namespaces);
  }

  private async withWorker<T>(work: (worker: DocumentWorker) => Promise<T>): Promise<T> {
    const worker = new DocumentWorker(this.options.worker);
    this.worker = worker;
    try {
      if (this.isClosed) throw new UnavailableError(`${this.location} is not looked at any more`);
      return await work(worker);
    } finally {
      this.worker = undefined;
      await worker.end();
    }
  }
}

/** Tells the manifest among the files, by its key. */
function manifestTest({ files, publication }: DeclarativePlaces): (key: string) => boolean {
  // Files may begin with a prefix that is not a folder: a publication lies in the folder of that name.
  const manifest = files === publication ? MANIFEST_KEY : `/${MANIFEST_KEY}`;
  return (key) => key === manifest;
}

/** Whatever is wrong with what is read may be put right there: it is no fault of whoever asks. */
function asUnavailable(error: unknown): unknown {
  if (!(error instanceof DomainError) || error instanceof UnavailableError) return error;
  return new UnavailableError(error.message, { cause: error });
}
