import { posix } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DocumentFormat } from '@pennon/document';
import { DEFAULT_NAMESPACE_KEY, quote, TooLargeError, UnavailableError } from '@pennon/domain';
import { mapAtMost } from '@pennon/platform';
import type { ObjectStore, StoredObject } from '@pennon/publication';
import type { NamespacesRefusedError } from '@pennon/snapshot';
import {
  emptyDefault,
  type HeldNamespace,
  type HeldNamespaces,
  takeContents,
  fileRevision,
} from './held-namespaces';
import { refusalOf } from './refusal';
import { FileSelection, INDEX_FILE, MAX_INDEX_BYTES } from './file-selection';
import type { DocumentWorker, WithWorker } from '../thread/document-worker';
import { type FileOutline, type FileText, type NamespaceContents } from '../thread/messages';
import { FETCHED_AT_ONCE, MAX_FILES, MAX_LISTED, MAX_TOTAL_BYTES, type SourceLimits } from './limits';

/** How often files are read that are changed meanwhile. */
const MAX_TRIES = 3;

/** A file as it was read. */
interface ReadFile {
  readonly version: string;
  readonly body: Buffer;
}

/** How a tree of files is looked at. */
export interface FileScanOptions {
  readonly limits: SourceLimits;
  /**
   * How long after the reading it is made sure that nothing has changed, in milliseconds: a file that is written in
   * place may be seen half-written.
   */
  readonly settleMs: number;
  /** True for the key of a manifest: where there is one, the files are a publication. */
  readonly isManifest: (key: string) => boolean;
}

/**
 * Looks at a tree of files, and reads those that its index selects. When nothing has changed it costs one listing.
 */
export class FileScan {
  private index: { readonly version: string; readonly selection: FileSelection } | undefined;
  private files: ReadonlyMap<string, ReadFile> = new Map();
  /** What the files were that were read last. */
  private signature: string | undefined;
  /** Files of which none was taken, and why: they need not be read again as long as they are the same. */
  private refused: { readonly signature: string; readonly error: Error } | undefined;
  /** The namespaces that each file spoke of when it was last read, and those that it seems to since. */
  private spokenOf: ReadonlyMap<string, readonly string[]> = new Map();
  private present: NamespacesRefusedError | undefined;

  constructor(
    private readonly store: ObjectStore,
    private readonly withWorker: WithWorker,
    private readonly options: FileScanOptions,
  ) {}

  /** What was refused of the files that were taken last; undefined when all was well. */
  get refusal(): NamespacesRefusedError | undefined {
    return this.present;
  }

  /**
   * The namespaces as they are now, those of refused files as they were before; `'unchanged'` when they are what they
   * were at the last look, `'publication'` when there is a manifest by now.
   *
   * @throws UnavailableError if the files cannot be read, or nothing that they say can be taken.
   */
  async look(held: HeldNamespaces): Promise<readonly HeldNamespace[] | 'unchanged' | 'publication'> {
    for (let tries = 1; ; tries++) {
      const selected = await this.select();
      if (selected === 'publication') return selected;
      const signature = signatureOf(selected);
      if (signature === this.signature) return 'unchanged';
      if (signature === this.refused?.signature) throw this.refused.error;
      const files = await this.read(selected);
      if (files !== undefined && (await this.isStill(signature))) {
        const namespaces = await this.take(selected, files, held, signature);
        this.files = files;
        this.signature = signature;
        this.refused = undefined;
        return namespaces;
      }
      if (tries === MAX_TRIES) {
        throw new UnavailableError(`the files in ${this.store.location} change while they are read`);
      }
    }
  }

  /** The files that are to be read, with the index in front where there is one. */
  private async select(): Promise<readonly StoredObject[] | 'publication'> {
    const listed = await this.store.list('', { maxObjects: MAX_LISTED });
    if (listed.some(({ key }) => this.options.isManifest(key))) return 'publication';
    const index = listed.find(({ key }) => key === INDEX_FILE);
    const selection = index === undefined ? FileSelection.default() : await this.selectionOf(index);
    const selected = selection.select(listed.filter((file) => file !== index));
    this.assertBounds(selected);
    if (selected.length === 0) {
      throw new UnavailableError(
        `no document in ${this.store.location}: neither a publication nor a file that ${index === undefined ? 'is called *features.yml or *features.yaml' : `${INDEX_FILE} selects`}`,
      );
    }
    return index === undefined ? selected : [index, ...selected];
  }

  private assertBounds(selected: readonly StoredObject[]): void {
    const { location } = this.store;
    if (selected.length > MAX_FILES) {
      throw new TooLargeError(`${location} has ${selected.length} files to read, at most ${MAX_FILES} are`);
    }
    const readable = selected.filter((file) => this.faultOf(file) === undefined);
    const total = readable.reduce((sum, { size }) => sum + size, 0);
    if (total > MAX_TOTAL_BYTES) {
      throw new TooLargeError(
        `the files in ${location} have ${total} bytes together, at most ${MAX_TOTAL_BYTES} are read`,
      );
    }
  }

  /** Why a file is not even read; undefined when it is. */
  private faultOf({ key, size }: StoredObject): string | undefined {
    const { maxObjectBytes } = this.options.limits;
    if (formatOf(key) === undefined) {
      return `${key}: unexpected extension: ${quote(posix.extname(key).toLowerCase())}`;
    }
    if (size <= maxObjectBytes) return undefined;
    return `${key} has ${size} bytes, at most ${maxObjectBytes} are read`;
  }

  private async selectionOf(index: StoredObject): Promise<FileSelection> {
    const version = versionOf(index);
    if (this.index?.version === version) return this.index.selection;
    const found = await this.store.get(INDEX_FILE, { maxBytes: MAX_INDEX_BYTES });
    if (found === undefined || found === 'unchanged') {
      throw new UnavailableError(`${INDEX_FILE} in ${this.store.location} is gone`);
    }
    const selection = FileSelection.fromIndex(
      found.body.toString('utf8'),
      `${this.store.location}/${INDEX_FILE}`,
    );
    this.index = { version, selection };
    return selection;
  }

  /** The contents of the files by their names; undefined when one of them is not what was listed any more. */
  private async read(selected: readonly StoredObject[]): Promise<ReadonlyMap<string, ReadFile> | undefined> {
    const documents = selected.filter((file) => file.key !== INDEX_FILE && this.faultOf(file) === undefined);
    const read = await mapAtMost(FETCHED_AT_ONCE, documents, async (file) => this.readOne(file));
    const files = new Map<string, ReadFile>();
    for (const [position, { key }] of documents.entries()) {
      const file = read[position];
      if (file === undefined) return undefined;
      files.set(key, file);
    }
    return files;
  }

  private async readOne(listed: StoredObject): Promise<ReadFile | undefined> {
    const version = versionOf(listed);
    const known = this.files.get(listed.key);
    if (known?.version === version) return known;
    const found = await this.store.get(listed.key, { maxBytes: this.options.limits.maxObjectBytes });
    if (found === undefined || found === 'unchanged') return undefined;
    const isSame = found.etag === undefined || listed.etag === undefined || found.etag === listed.etag;
    const isListed = isSame && found.body.length === listed.size;
    return isListed ? { version, body: found.body } : undefined;
  }

  /** True if after a moment the files are what they were when they were listed. */
  private async isStill(signature: string): Promise<boolean> {
    await delay(this.options.settleMs);
    const selected = await this.select();
    return selected !== 'publication' && signatureOf(selected) === signature;
  }

  private async take(
    selected: readonly StoredObject[],
    read: ReadonlyMap<string, ReadFile>,
    held: HeldNamespaces,
    signature: string,
  ): Promise<readonly HeldNamespace[]> {
    const documents = selected.filter(({ key }) => key !== INDEX_FILE);
    const files = documents.flatMap((file) => this.textOf(file, read.get(file.key)) ?? []);
    return this.withWorker(async (worker) => {
      const contents = await worker.read(files, this.options.limits);
      const outlines = this.outlinesOf(documents, contents.files);
      const refusal = refusalOfFiles(outlines, contents.namespaces, this.store.location);
      const good = contents.namespaces.filter(({ namespaceKey }) => refusal?.covers(namespaceKey) !== true);
      if (refusal !== undefined && good.length === 0) {
        this.refused = { signature, error: refusal };
        throw refusal;
      }
      const namespaces: HeldNamespace[] = held.all.filter(
        ({ document: { namespaceKey } }) => refusal?.covers(namespaceKey) === true,
      );
      for (const each of good) namespaces.push(await take(worker, each, held));
      this.spokenOf = new Map(outlines.map(({ name, namespaceKeys }) => [name, namespaceKeys]));
      this.present = refusal;
      const isDefaultKnown = namespaces.some(isDefault) || refusal?.covers(DEFAULT_NAMESPACE_KEY) === true;
      return isDefaultKnown ? namespaces : [...namespaces, emptyDefault(held)];
    });
  }

  /** What each file speaks of: one that is refused also of what it spoke of before. */
  private outlinesOf(
    selected: readonly StoredObject[],
    read: readonly FileOutline[],
  ): readonly FileOutline[] {
    const outlines = new Map(read.map((outline) => [outline.name, outline]));
    return selected.map((file) => {
      const { key: name } = file;
      const outline = outlines.get(name) ?? { name, namespaceKeys: [], refusal: this.faultOf(file) };
      if (outline.refusal === undefined) return outline;
      const before = this.spokenOf.get(name) ?? [];
      return { ...outline, namespaceKeys: [...new Set([...before, ...outline.namespaceKeys])] };
    });
  }

  /** Undefined for a file that was not read. */
  private textOf({ key, modifiedAt }: StoredObject, read: ReadFile | undefined): FileText | undefined {
    const format = formatOf(key);
    if (format === undefined || read === undefined) return undefined;
    return {
      name: key,
      format,
      body: read.body,
      modifiedAt: modifiedAt.getTime(),
      isSingle: format === 'json',
    };
  }
}

function isDefault({ document }: HeldNamespace): boolean {
  return document.namespaceKey === DEFAULT_NAMESPACE_KEY;
}

/**
 * What refused files keep from being taken: the namespaces that they speak of, and where that cannot be told, all that
 * no other file speaks of. Undefined when none was refused.
 */
function refusalOfFiles(
  outlines: readonly FileOutline[],
  read: readonly NamespaceContents[],
  location: string,
): NamespacesRefusedError | undefined {
  const refused = outlines.filter(({ refusal }) => refusal !== undefined);
  if (refused.length === 0) return undefined;
  const named = new Set(refused.flatMap(({ namespaceKeys }) => namespaceKeys));
  const isAny = refused.some(({ namespaceKeys }) => namespaceKeys.length === 0);
  const others = new Set(read.map(({ namespaceKey }) => namespaceKey));
  return refusalOf({
    reasons: refused.map(({ refusal = '' }) => refusal),
    location,
    namespaceKeys: [...named],
    covers: (key) => named.has(key) || (isAny && !others.has(key)),
  });
}

async function take(
  worker: DocumentWorker,
  contents: NamespaceContents,
  held: HeldNamespaces,
): Promise<HeldNamespace> {
  const { namespaceKey, digest, modifiedAt } = contents;
  const present = held.get(namespaceKey);
  // A file that was saved without a change is no change.
  if (present?.digest === digest) return present;
  const revision = held.revisionOf(namespaceKey, digest, { revision: fileRevision(modifiedAt, digest) });
  return takeContents(worker, contents, revision, present);
}

/** How a file is written, by its extension; one without an extension is JSON here. */
function formatOf(path: string): DocumentFormat | undefined {
  const extension = posix.extname(path).toLowerCase();
  if (extension === '.yml' || extension === '.yaml') return 'yaml';
  return extension === '.json' || extension === '' ? 'json' : undefined;
}

function versionOf({ etag, size, modifiedAt }: StoredObject): string {
  return [etag ?? '', size, modifiedAt.getTime()].join(' ');
}

function signatureOf(files: readonly StoredObject[]): string {
  return JSON.stringify(files.map((file) => [file.key, versionOf(file)]));
}
