import { UnavailableError, type Revision, type WrittenParts } from '@pennon/domain';
import { type SnapshotDocument } from './document/snapshot-document';

/** The revision a source holds of a namespace. */
export interface NamespaceRevision extends Revision {
  readonly namespaceKey: string;
}

/** What was asked shows a state from before what is held, as a replica does that lags: it says nothing new. */
export class BehindError extends UnavailableError {}

/** Some namespaces cannot be read as they are now, while the others can: the message says why. */
export class NamespacesRefusedError extends UnavailableError {
  /**
   * @param covers True for the key of a namespace that may be one of them.
   * @param namespaceKeys Keys of those that are known by name; there may be more.
   */
  constructor(
    message: string,
    readonly covers: (namespaceKey: string) => boolean,
    readonly namespaceKeys: readonly string[] = [],
  ) {
    super(message);
  }
}

/**
 * Where snapshot documents come from: a database, a cache, object storage, a file.
 *
 * @throws UnavailableError from all methods when the source cannot be read now.
 */
export abstract class SnapshotSource {
  /** The document of a namespace as it is now; undefined when there is no such namespace. */
  abstract load(namespaceKey: string): Promise<SnapshotDocument | undefined>;

  /** The present revision of a namespace, by the cheapest read there is; undefined when there is none such. */
  abstract revisionOf(namespaceKey: string): Promise<Revision | undefined>;

  /** Every namespace the source has, with its present revision; cheap enough to poll. */
  abstract list(): Promise<readonly NamespaceRevision[]>;

  /**
   * What {@link load} answers for the namespace of a document that was loaded earlier. A source that can tell what has
   * changed since reads no more than that, and answers the same objects for all flags and segments that have not.
   *
   * What it answers is the present state, also when its revision is a lower one: a database that was put back, or has
   * lost commits in a failover, has another history than the document is of.
   *
   * @param _written What a change of this process has written. If it follows the document, that is the answer, and the
   *   source need not be asked: others may have changed more since.
   * @throws BehindError when what can be read now is behind the document, as a replica may be.
   */
  update(held: SnapshotDocument, _written?: WrittenParts): Promise<SnapshotDocument | undefined> {
    return this.load(held.namespaceKey);
  }

  /**
   * The revision of that number in the history of a namespace, with its mark; without one where nobody knows it: in
   * files, which have no history, and before the history begins.
   */
  async revisionAt(_namespaceKey: string, revision: number): Promise<Revision> {
    return Promise.resolve({ revision });
  }

  /** How often it was found to have another history of a namespace than what was held of it. */
  historyChanges(): number {
    return 0;
  }

  /**
   * How long ago what it answers now was the present state, in milliseconds; undefined when it is the present state. A
   * source says so while something that was kept stands in for it.
   */
  lagMs(): number | undefined {
    return undefined;
  }

  /**
   * What keeps some namespaces from being read; undefined when nothing does. What is listed and loaded of them
   * meanwhile is their last good state, and nothing where there was none.
   */
  refusal(): NamespacesRefusedError | undefined {
    return undefined;
  }
}
