import { type Clock, MICROS_PER_MILLISECOND } from '@pennon/domain';
import type { Upload } from './document-uploads';
import { type Manifest, MANIFEST_FORMAT, type ManifestEntry } from './manifest';
import type { TokenUploadOutcome } from './published-tokens';

/** What became of a run of {@link Publisher.publish}. */
export interface PublishOutcome {
  /** The manifest that is valid now. */
  readonly manifest: Manifest;
  /** False when all was there already, and nothing was written. */
  readonly isChanged: boolean;
  /** Documents that were written. */
  readonly written: readonly ManifestEntry[];
  /** Keys of namespaces that are not published any more. */
  readonly removed: readonly string[];
  /** Keys of namespaces whose revision is lower than the published one was: their database was put back. */
  readonly setBack: readonly string[];
  /** What could not be published; what was published of it before stays. */
  readonly refused: readonly Refusal[];
  /** What documents cannot say, of those that were written. */
  readonly omissions: readonly Omission[];
  /** How many tokens are published; undefined where they are not. */
  readonly tokens: number | undefined;
  /** How many old objects were deleted. */
  readonly pruned: number;
  /** Why old objects could not be deleted; they are tried again with the next change. */
  readonly pruneFailure: unknown;
}

/** A namespace that no document could be made of. */
export interface Refusal {
  readonly namespaceKey: string;
  readonly reason: string;
}

/** Something of a namespace that its document does not say. */
export interface Omission {
  readonly namespaceKey: string;
  readonly what: string;
}

type Contents = Pick<Manifest, 'namespaces' | 'tokens'>;

/** What one round of publishing comes to. */
export class PublishRound {
  tokens: TokenUploadOutcome | undefined;

  private readonly formerEntries: ReadonlyMap<string, ManifestEntry>;
  private readonly entries: ManifestEntry[] = [];
  private readonly written: ManifestEntry[] = [];
  private readonly refused: Refusal[] = [];
  private readonly omissions: Omission[] = [];

  constructor(private readonly former: Manifest | undefined) {
    this.formerEntries = new Map(former?.namespaces.map((entry) => [entry.namespaceKey, entry]));
  }

  formerOf(namespaceKey: string): ManifestEntry | undefined {
    return this.formerEntries.get(namespaceKey);
  }

  take(namespaceKey: string, upload: Upload): void {
    switch (upload.kind) {
      case 'unchanged':
        this.entries.push(upload.entry);
        return;
      case 'written':
        this.entries.push(upload.entry);
        this.written.push(upload.entry);
        this.omissions.push(...upload.omissions.map((what) => ({ namespaceKey, what })));
        return;
      case 'refused': {
        const former = this.formerOf(namespaceKey);
        if (former !== undefined) this.entries.push(former);
        this.refused.push({ namespaceKey, reason: upload.reason });
        return;
      }
      case 'gone':
    }
  }

  /** The manifest that is valid from now on: the former one when it says the same. */
  manifest(clock: Clock): Manifest {
    const contents = { namespaces: this.entries, ...(this.tokens && { tokens: this.tokens.entry }) };
    if (this.former !== undefined && isSame(this.former, contents)) return this.former;
    return { format: MANIFEST_FORMAT, exportedAt: timeAfter(this.former, clock), ...contents };
  }

  outcome(manifest: Manifest): Omit<PublishOutcome, 'pruned' | 'pruneFailure'> {
    const { written, refused, omissions, tokens } = this;
    const published = new Set(manifest.namespaces.map(({ namespaceKey }) => namespaceKey));
    return {
      manifest,
      isChanged: manifest !== this.former || written.length > 0 || tokens?.isWritten === true,
      written,
      removed: [...this.formerEntries.keys()].filter((key) => !published.has(key)),
      setBack: written.filter((entry) => this.isSetBack(entry)).map(({ namespaceKey }) => namespaceKey),
      refused,
      omissions,
      tokens: tokens?.count,
    };
  }

  private isSetBack({ namespaceKey, revision }: ManifestEntry): boolean {
    return revision < (this.formerOf(namespaceKey)?.revision ?? 0);
  }
}

function isSame(left: Contents, right: Contents): boolean {
  return textOf(left) === textOf(right);
}

function textOf({ namespaces, tokens }: Contents): string {
  return JSON.stringify([...namespaces.map(fieldsOf), tokens?.key, tokens?.size, tokens?.sha256]);
}

function fieldsOf({ namespaceKey, revision, key, size, sha256 }: ManifestEntry): readonly unknown[] {
  return [namespaceKey, revision, key, size, sha256];
}

/**
 * Now, but later than the manifest before, whose writer's clock may be ahead: readers take the latest for the newest.
 */
function timeAfter(former: Manifest | undefined, clock: Clock): string {
  const now = Math.floor(clock.now() / MICROS_PER_MILLISECOND);
  const before = former === undefined ? 0 : Date.parse(former.exportedAt);
  return new Date(Math.max(now, before + 1)).toISOString();
}
