import { createHmac, timingSafeEqual } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import type { Cache } from './cache/cache';
import { messageOf, type Revision, type WrittenParts } from '@pennon/domain';
import {
  type NamespaceRevision,
  type NamespacesRefusedError,
  SNAPSHOT_FORMAT_VERSION,
  type SnapshotDocument,
  SnapshotSource,
} from '@pennon/snapshot';
import { DocumentReader, documentText } from './document-text';

/** Most parts that a document is read in: 1 GiB of text. */
const MAX_PARTS = 4096;

/** Longest time that a document is read for, in milliseconds; the source is then quicker. */
const PATIENCE_MS = 2000;

/** What stands under the key of a document. The parts have keys of their own. */
interface Head {
  readonly parts: number;
  /** Tells that it was put there by an instance on the same database: HMAC-SHA256 in base64url. */
  readonly seal: string;
}

/** How documents are kept. */
export interface DocumentCacheOptions {
  /** How long, in milliseconds. */
  readonly ttl: number;
  /** The secret that documents are sealed with. It is known to the instances on one database, and to nobody else. */
  readonly key: string;
}

/**
 * Documents in a cache that others can write to as well.
 *
 * The key holds the revision with its mark, so that a document is never taken for another one, also when the cache has
 * outlived the database, and the number of the format, so that instances of two versions do not overwrite each other's
 * documents in turns. The seal covers the key and all of the text: what is damaged, belongs elsewhere, or was made up
 * by whoever can write to the cache but not read the database, is as good as nothing.
 */
class DocumentCache {
  private readonly logger = new Logger('cache');

  constructor(
    private readonly cache: Cache,
    private readonly options: DocumentCacheOptions,
  ) {}

  /** The document of that revision, or undefined. Never rejects. */
  async find(wanted: NamespaceRevision): Promise<SnapshotDocument | undefined> {
    const name = nameOf(wanted);
    const text = await this.cache.get(name);
    if (text === undefined) return undefined;
    try {
      return await this.read(name, wanted, headIn(text));
    } catch (error) {
      const reason = messageOf(error);
      this.logger.warn({ namespace: wanted.namespaceKey, reason }, 'a document in the cache is not used');
      await this.cache.delete(name);
      return undefined;
    }
  }

  /** Keeps a document. Never rejects. */
  async keep(document: SnapshotDocument): Promise<void> {
    const name = nameOf(document);
    const seal = this.sealOf(name);
    let parts = 0;
    for await (const part of documentText(document)) {
      seal.update(part);
      await this.cache.set(partOf(name, parts++), part, this.options.ttl);
    }
    const head: Head = { parts, seal: seal.digest('base64url') };
    // Last, so that who finds it finds the parts.
    await this.cache.set(name, JSON.stringify(head), this.options.ttl);
  }

  private async read(
    name: string,
    wanted: NamespaceRevision,
    head: Head,
  ): Promise<SnapshotDocument | undefined> {
    const end = performance.now() + PATIENCE_MS;
    const seal = this.sealOf(name);
    const reader = new DocumentReader();
    for (let index = 0; index < head.parts; index++) {
      const part = performance.now() < end ? await this.cache.get(partOf(name, index)) : undefined;
      // Its time was over before that of the head, or the cache is slow.
      if (part === undefined) return undefined;
      seal.update(part);
      await reader.take(part);
    }
    if (!isSame(seal.digest(), Buffer.from(head.seal, 'base64url'))) throw new Error('the seal is not ours');
    const document = reader.end();
    if (nameOf(document) !== nameOf(wanted)) throw new Error('it is of another namespace or revision');
    return document;
  }

  private sealOf(name: string): ReturnType<typeof createHmac> {
    return createHmac('sha256', this.options.key).update(`${name}\n`);
  }
}

function nameOf({ namespaceKey, revision, mark = '' }: NamespaceRevision): string {
  return `document-v${SNAPSHOT_FORMAT_VERSION}:${namespaceKey}:${revision}:${mark}`;
}

function partOf(name: string, index: number): string {
  return `${name}:${index}`;
}

function isSame(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** @throws Error if the text is no head. */
function headIn(text: string): Head {
  const head = JSON.parse(text) as Partial<Head> | null;
  const { parts = 0, seal } = head ?? {};
  if (!Number.isInteger(parts) || parts < 1 || parts > MAX_PARTS || typeof seal !== 'string')
    throw new Error('it has no head');
  return { parts, seal };
}

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
    return this.source.update(held, written);
  }

  override lagMs(): number | undefined {
    return this.source.lagMs();
  }

  override refusal(): NamespacesRefusedError | undefined {
    return this.source.refusal();
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
