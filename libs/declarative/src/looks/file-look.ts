import { posix } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DocumentFormat } from '@pennon/document';
import { DEFAULT_NAMESPACE_KEY, quote, ResourceExhaustedError, UnavailableError } from '@pennon/domain';
import { type ObjectStore, type StoredObject } from '@pennon/object-store';
import { emptyDefault, type HeldNamespace, type HeldNamespaces } from '../contents/held-namespaces';
import { takeContents } from '../contents/take-contents';
import { FileSelection, INDEX_FILE, MAX_INDEX_BYTES } from '../selection/file-selection';
import { type DocumentWorker, RefusedDocumentsError } from '../thread/document-worker';
import { type FileText, type NamespaceContents } from '../thread/messages';
import { inGroups } from './in-groups';
import { FETCHED_AT_ONCE, MAX_FILES, MAX_LISTED, MAX_TOTAL_BYTES, type SourceLimits } from './limits';
import { fileRevision } from './file-revision';
import { type WithWorker } from './with-worker';

/** How often files are read that are changed meanwhile. */
const MAX_TRIES = 3;

/** A file as it was read. */
interface ReadFile {
  readonly version: string;
  readonly body: Buffer;
}

/** How a tree of files is looked at. */
export interface FileLookOptions {
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
 * Source: contract/operations.md 4.2.
 */
export class FileLook {
  private index: { readonly version: string; readonly selection: FileSelection } | undefined;
  private files: ReadonlyMap<string, ReadFile> = new Map();
  /** What the files were that were read last. */
  private signature: string | undefined;
  /** Files that were refused, and why: they need not be read again as long as they are the same. */
  private refused: { readonly signature: string; readonly error: Error } | undefined;

  constructor(
    private readonly store: ObjectStore,
    private readonly withWorker: WithWorker,
    private readonly options: FileLookOptions,
  ) {}

  /**
   * The namespaces as they are now; `'unchanged'` when they are what they were at the last look, `'publication'` when
   * there is a manifest by now.
   *
   * @throws UnavailableError if the files cannot be read, or say what cannot be taken.
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
    for (const { key } of selected) formatOf(key);
    return index === undefined ? selected : [index, ...selected];
  }

  private assertBounds(selected: readonly StoredObject[]): void {
    const { location } = this.store;
    const { maxObjectBytes } = this.options.limits;
    if (selected.length > MAX_FILES) {
      throw new ResourceExhaustedError(
        `${location} has ${selected.length} files to read, at most ${MAX_FILES} are`,
      );
    }
    const tooLarge = selected.find(({ size }) => size > maxObjectBytes);
    if (tooLarge !== undefined) {
      throw new ResourceExhaustedError(
        `${tooLarge.key} in ${location} has ${tooLarge.size} bytes, at most ${maxObjectBytes} are read`,
      );
    }
    const total = selected.reduce((sum, { size }) => sum + size, 0);
    if (total > MAX_TOTAL_BYTES) {
      throw new ResourceExhaustedError(
        `the files in ${location} have ${total} bytes together, at most ${MAX_TOTAL_BYTES} are read`,
      );
    }
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
    const documents = selected.filter(({ key }) => key !== INDEX_FILE);
    const read = await inGroups(documents, FETCHED_AT_ONCE, async (file) => this.readOne(file));
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
    const files = selected.flatMap((file): readonly FileText[] => {
      const found = read.get(file.key);
      return found === undefined ? [] : [this.textOf(file, found)];
    });
    return this.withWorker(async (worker) => {
      const contents = await this.readIn(worker, files, signature);
      const namespaces: HeldNamespace[] = [];
      for (const each of contents) namespaces.push(await take(worker, each, held));
      if (!contents.some(({ namespaceKey }) => namespaceKey === DEFAULT_NAMESPACE_KEY)) {
        namespaces.push(emptyDefault(held));
      }
      return namespaces;
    });
  }

  private async readIn(
    worker: DocumentWorker,
    files: readonly FileText[],
    signature: string,
  ): Promise<readonly NamespaceContents[]> {
    try {
      return await worker.read(files, this.options.limits);
    } catch (error) {
      if (!(error instanceof RefusedDocumentsError)) throw error;
      const located = new RefusedDocumentsError(`${error.message} (in ${this.store.location})`, {
        cause: error,
      });
      this.refused = { signature, error: located };
      throw located;
    }
  }

  private textOf({ key, modifiedAt }: StoredObject, { body }: ReadFile): FileText {
    const format = formatOf(key);
    return { name: key, format, body, modifiedAt: modifiedAt.getTime(), isSingle: format === 'json' };
  }
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

/**
 * How a file is written, by its extension; one without an extension is JSON here.
 *
 * @throws UnavailableError for any other extension. Source: contract/operations.md 4.2.
 */
function formatOf(path: string): DocumentFormat {
  const extension = posix.extname(path).toLowerCase();
  if (extension === '.yml' || extension === '.yaml') return 'yaml';
  if (extension === '.json' || extension === '') return 'json';
  throw new UnavailableError(`${path}: unexpected extension: ${quote(extension)}`);
}

function versionOf({ etag, size, modifiedAt }: StoredObject): string {
  return [etag ?? '', size, modifiedAt.getTime()].join(' ');
}

function signatureOf(files: readonly StoredObject[]): string {
  return JSON.stringify(files.map((file) => [file.key, versionOf(file)]));
}
