import { Logger } from '@nestjs/common';
import { UnavailableError, type Revision, type WrittenParts } from '@pennon/domain';
import {
  BehindError,
  SnapshotSource,
  type NamespacesRefusedError,
  type NamespaceRevision,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { withinTime } from '@pennon/platform';
import { type SnapshotDirectory } from './snapshot-directory';

/**
 * A source whose documents are kept in a directory, and come from there until the source has answered for the first
 * time: so an instance starts while everything else is down. From then on the source alone speaks.
 */
export class DiskBackedSource extends SnapshotSource {
  private readonly logger = new Logger('snapshot');
  private hasAnswered = false;
  private speaksFromDisk = false;

  /** @param patience How long the source may take before the directory speaks for it, in milliseconds. */
  constructor(
    private readonly source: SnapshotSource,
    private readonly directory: SnapshotDirectory,
    private readonly patience: number,
  ) {
    super();
  }

  async load(namespaceKey: string): Promise<SnapshotDocument | undefined> {
    return this.ask(
      async () => this.loaded(namespaceKey),
      (documents) => documents.get(namespaceKey),
    );
  }

  async revisionOf(namespaceKey: string): Promise<Revision | undefined> {
    return this.source.revisionOf(namespaceKey);
  }

  async list(): Promise<readonly NamespaceRevision[]> {
    return this.ask(
      async () => {
        const listed = await this.source.list();
        // Once, for what was deleted while this instance was down; after that, deletions are seen as they come. What
        // the source refuses may be missing from the list, and is answered from what was kept.
        if (!this.hasAnswered && this.source.refusal() === undefined)
          void this.directory.keepOnly(listed.map(({ namespaceKey }) => namespaceKey));
        void this.directory.confirm();
        return listed;
      },
      (documents) =>
        [...documents.values()].map(({ namespaceKey, revision, mark }) => ({ namespaceKey, revision, mark })),
    );
  }

  override async revisionAt(namespaceKey: string, revision: number): Promise<Revision> {
    return this.source.revisionAt(namespaceKey, revision);
  }

  override historyChanges(): number {
    return this.source.historyChanges();
  }

  override async update(
    held: SnapshotDocument,
    written?: WrittenParts,
  ): Promise<SnapshotDocument | undefined> {
    const updated = await this.source.update(held, written);
    return updated === held ? updated : this.kept(held.namespaceKey, updated);
  }

  override lagMs(): number | undefined {
    return this.speaksFromDisk ? this.directory.ageMs() : this.source.lagMs();
  }

  override refusal(): NamespacesRefusedError | undefined {
    return this.speaksFromDisk ? undefined : this.source.refusal();
  }

  /** What the source has; what was kept of a namespace that the source cannot use as it is now. */
  private async loaded(namespaceKey: string): Promise<SnapshotDocument | undefined> {
    try {
      const document = await this.source.load(namespaceKey);
      if (document !== undefined || this.source.refusal()?.covers(namespaceKey) !== true)
        return this.kept(namespaceKey, document);
    } catch (error) {
      if (!(error instanceof BehindError)) throw error;
    }
    return (await this.directory.loadAll()).get(namespaceKey);
  }

  private kept(namespaceKey: string, document: SnapshotDocument | undefined): SnapshotDocument | undefined {
    if (document === undefined) this.directory.remove(namespaceKey);
    else this.directory.save(document);
    return document;
  }

  /** What the source answers; what the directory has, as long as the source has never answered and does not now. */
  private async ask<T>(
    source: () => Promise<T>,
    directory: (documents: ReadonlyMap<string, SnapshotDocument>) => T,
  ): Promise<T> {
    if (this.hasAnswered) return source();
    try {
      const answer = await withinTime(this.patience, 'the source of snapshots', source());
      this.hasAnswered = true;
      this.speaksFromDisk = false;
      this.directory.forget();
      return answer;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      const documents = await this.directory.loadAll();
      // Nothing was ever kept: whoever starts from that would take every flag for missing.
      if (documents.size === 0) throw error;
      this.speakFromDisk(documents.size);
      return directory(documents);
    }
  }

  private speakFromDisk(namespaces: number): void {
    // Another call may have had an answer while the files were read.
    if (this.speaksFromDisk || this.hasAnswered) return;
    this.speaksFromDisk = true;
    this.logger.warn({ namespaces }, 'the source of snapshots is away; they come from the directory');
  }
}
