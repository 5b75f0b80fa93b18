import { type DocumentFormat } from '@pennon/document';
import { type Clock, type TokenRecords, UnavailableError } from '@pennon/domain';
import { allEnded } from '@pennon/platform';
import type { ObjectStore } from './object-store/object-store';
import { type NamespaceExports } from '@pennon/changes';
import { DocumentUploads, type UploadOptions } from './document-uploads';
import { MAX_NAMESPACES, type Manifest } from './manifest';
import { ManifestInPlace } from './read-publication';
import { LATEST_PREFIX, REVISIONS_PREFIX, TOKENS_PREFIX, StoredSizes } from './object-keys';
import { type PublishOutcome, PublishRound } from './publish-round';
import { TokenUpload } from './published-tokens';
import { MAX_LISTED_OBJECTS, PublicationCleanup } from './publication-cleanup';

/** How often publishing begins anew because somebody else has published meanwhile. */
const MAX_ATTEMPTS = 5;

/** How long everything is kept, in milliseconds. */
const GRACE_MS = 5 * 60_000;

/** How is published. */
export interface PublisherOptions extends Pick<UploadOptions, 'featuresOf'> {
  readonly format: DocumentFormat;
  /** Documents that are kept of each namespace, at least 1. */
  readonly keep: number;
  /** Longest document that is published, in bytes: no longer than readers read. */
  readonly maxDocumentBytes: number;
  readonly clock: Clock;
  /** Where records of client tokens come from; undefined to publish none. */
  readonly tokens?: TokenRecords | undefined;
  /** How long old objects are kept at least, in milliseconds; five minutes unless told otherwise. */
  readonly grace?: number;
}

/** How much is looked at. */
export interface PublishOptions {
  /**
   * True to compare the whole state with what is in the store, and to put right what was lost or changed there; false
   * to look at revisions only.
   */
  readonly isThorough?: boolean;
  /** Ends it between two objects; what is thrown then is its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Publishes the state of flags to an object store: documents, and last of all the manifest that names them. Whatever
 * fails on the way, the manifest in the store goes on to name what is there.
 */
export class Publisher {
  private readonly inPlace: ManifestInPlace;
  private readonly documents: DocumentUploads;
  private readonly tokens: TokenUpload | undefined;
  private readonly cleanup: PublicationCleanup;
  private readonly clock: Clock;

  constructor(
    private readonly store: ObjectStore,
    private readonly exports: NamespaceExports,
    { clock, tokens, grace = GRACE_MS, ...options }: PublisherOptions,
  ) {
    this.clock = clock;
    this.inPlace = new ManifestInPlace(store);
    this.documents = new DocumentUploads(store, exports, options);
    this.tokens = tokens && new TokenUpload(store, tokens, clock);
    this.cleanup = new PublicationCleanup(store, { ...options, grace, clock });
  }

  /** Where it is published, for people. */
  get location(): string {
    return this.store.location;
  }

  /**
   * Publishes what has changed since the manifest in the store was written, whoever wrote it; writes nothing if nothing
   * has. Calls must not overlap.
   *
   * @throws UnavailableError if the store or the database cannot be used, or others publish there all the time;
   * ManifestError if there is a manifest that this version cannot read.
   */
  async publish(options: PublishOptions = {}): Promise<PublishOutcome> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const outcome = await this.attempt(options);
      if (outcome !== undefined) return outcome;
    }
    throw new UnavailableError(`others publish to ${this.location} at the same time`);
  }

  /** Undefined when somebody else has published meanwhile. */
  private async attempt({ isThorough = false, signal }: PublishOptions): Promise<PublishOutcome | undefined> {
    // The manifest first: what it names was committed before, so that a lower revision is one of a database put back.
    const former = await this.inPlace.read(signal);
    const listed = await this.exports.list();
    assertNumber(listed.length);
    const stored = isThorough ? await this.storedSizes() : undefined;
    const round = new PublishRound(former);
    this.documents.begin(former, listed);
    for (const namespace of listed) {
      signal?.throwIfAborted();
      const { namespaceKey } = namespace;
      round.take(
        namespaceKey,
        await this.documents.upload(namespace, round.formerOf(namespaceKey), stored, signal),
      );
    }
    signal?.throwIfAborted();
    round.tokens = await this.tokens?.upload(former?.tokens, stored);
    const manifest = round.manifest(this.clock);
    if (manifest !== former && !(await this.inPlace.replace(manifest, signal))) return undefined;
    return { ...round.outcome(manifest), ...(await this.tidy(former, manifest, isThorough)) };
  }

  private async storedSizes(): Promise<StoredSizes> {
    const prefixes = [REVISIONS_PREFIX, LATEST_PREFIX, TOKENS_PREFIX];
    const lists = prefixes.map((prefix) => this.store.list(prefix, { maxObjects: MAX_LISTED_OBJECTS }));
    return new StoredSizes((await allEnded(lists)).flat());
  }

  /** What is valid is published by now: that old objects stay is no failure of it. */
  private async tidy(
    former: Manifest | undefined,
    present: Manifest,
    isThorough: boolean,
  ): Promise<Pick<PublishOutcome, 'pruned' | 'pruneFailure'>> {
    try {
      const pruned = present === former ? 0 : await this.cleanup.afterChange(former, present);
      const swept = isThorough ? await this.cleanup.sweep(present) : 0;
      return { pruned: pruned + swept, pruneFailure: undefined };
    } catch (error) {
      return { pruned: 0, pruneFailure: error };
    }
  }
}

function assertNumber(namespaces: number): void {
  if (namespaces > MAX_NAMESPACES) {
    throw new UnavailableError(
      `${namespaces} namespaces are more than the ${MAX_NAMESPACES} that are published`,
    );
  }
}
