import { type Revision } from '@pennon/domain';
import {
  BehindError,
  SNAPSHOT_FORMAT_VERSION,
  SnapshotSource,
  type NamespaceRevision,
  type SnapshotDocument,
} from '@pennon/snapshot';

/** A source that holds its documents in memory, and can be made slow or broken. */
export class MemorySnapshotSource extends SnapshotSource {
  private readonly documents = new Map<string, SnapshotDocument>();
  private failure: Error | undefined;

  /** @param pause Between the moment a document is looked up and the moment it is answered. */
  constructor(private readonly pause: () => Promise<void> = () => Promise.resolve()) {
    super();
  }

  /** Holds an empty document of this revision from now on. */
  put(namespaceKey: string, revision: number, mark?: string): void {
    const formatVersion = SNAPSHOT_FORMAT_VERSION;
    this.documents.set(namespaceKey, {
      formatVersion,
      namespaceKey,
      revision,
      mark,
      segments: [],
      flags: [],
    });
  }

  /** Holds the namespace no longer. */
  remove(namespaceKey: string): void {
    this.documents.delete(namespaceKey);
  }

  /** Fails every reading from now on, or none with undefined. */
  failWith(failure: Error | undefined): void {
    this.failure = failure;
  }

  async load(namespaceKey: string): Promise<SnapshotDocument | undefined> {
    return this.answer(this.documents.get(namespaceKey));
  }

  /** As a replica that lags, unless another history was put in place of that of the document. */
  override async update(held: SnapshotDocument): Promise<SnapshotDocument | undefined> {
    const found = await this.answer(this.documents.get(held.namespaceKey));
    if (found !== undefined && found.mark === undefined && found.revision < held.revision)
      throw new BehindError('late');
    return found;
  }

  async revisionOf(namespaceKey: string): Promise<Revision | undefined> {
    return this.answer(this.documents.get(namespaceKey));
  }

  async list(): Promise<readonly NamespaceRevision[]> {
    const documents = [...this.documents.values()];
    return this.answer(
      documents.map(({ namespaceKey, revision, mark }) => ({ namespaceKey, revision, mark })),
    );
  }

  private async answer<T>(found: T): Promise<T> {
    const { failure } = this;
    await this.pause();
    if (failure !== undefined) throw failure;
    return found;
  }
}
