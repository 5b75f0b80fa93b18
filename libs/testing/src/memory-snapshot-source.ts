import type { Revision } from '@pennon/domain';
import {
  BehindError,
  type NamespaceRevision,
  type NamespacesRefusedError,
  SNAPSHOT_FORMAT_VERSION,
  type SnapshotDocument,
  SnapshotSource,
} from '@pennon/snapshot';

/** A source that holds its documents in memory, and can be made slow or broken. */
export class MemorySnapshotSource extends SnapshotSource {
  private readonly documents = new Map<string, SnapshotDocument>();
  private readonly history = new Map<string, Revision>();
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

  /** Knows from now on that the namespace had this revision. */
  remember(namespaceKey: string, revision: Revision): void {
    this.history.set(`${namespaceKey}@${revision.revision}`, revision);
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

  override async revisionAt(namespaceKey: string, revision: number): Promise<Revision> {
    return this.answer(this.history.get(`${namespaceKey}@${revision}`) ?? { revision });
  }

  private async answer<T>(found: T): Promise<T> {
    const { failure } = this;
    await this.pause();
    if (failure !== undefined) throw failure;
    return found;
  }
}

/** What can be read of a source. */
type Read = 'load' | 'update' | 'revisionOf' | 'list';

/** A source that counts its reads, and lets them hang for as long as a test wants. */
export class ControlledSnapshotSource extends MemorySnapshotSource {
  /** How many reads of each kind were begun. */
  readonly begun: Record<Read, number> = { load: 0, update: 0, revisionOf: 0, list: 0 };
  /** How many reads hang now. */
  hanging = 0;
  /** How old what it answers is, in milliseconds, as that of a source that something stands in for. */
  lag: number | undefined;
  /** What keeps some namespaces from being read. */
  refused: NamespacesRefusedError | undefined;
  private readonly held = new Map<Read, { readonly opened: Promise<void>; readonly open: () => void }>();

  /** How many reads were begun, of whatever kind. */
  get reads(): number {
    return Object.values(this.begun).reduce((sum, count) => sum + count, 0);
  }

  /** Lets every read of these kinds hang that is begun from now on. */
  hold(...kinds: readonly Read[]): void {
    for (const kind of kinds) {
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      this.held.set(kind, { opened, open });
    }
  }

  /** Answers all that hangs, and lets nothing hang any more. */
  release(): void {
    for (const { open } of this.held.values()) open();
    this.held.clear();
  }

  override async load(namespaceKey: string): Promise<SnapshotDocument | undefined> {
    await this.begin('load');
    return super.load(namespaceKey);
  }

  override async update(held: SnapshotDocument): Promise<SnapshotDocument | undefined> {
    await this.begin('update');
    return super.update(held);
  }

  override async revisionOf(namespaceKey: string): Promise<Revision | undefined> {
    await this.begin('revisionOf');
    return super.revisionOf(namespaceKey);
  }

  override async list(): Promise<readonly NamespaceRevision[]> {
    await this.begin('list');
    return super.list();
  }

  override lagMs(): number | undefined {
    return this.lag;
  }

  override refusal(): NamespacesRefusedError | undefined {
    return this.refused;
  }

  private async begin(kind: Read): Promise<void> {
    this.begun[kind]++;
    const held = this.held.get(kind);
    if (held === undefined) return;
    this.hanging++;
    await held.opened;
    this.hanging--;
  }
}
