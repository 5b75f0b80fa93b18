import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  DocumentError,
  type DocumentFormat,
  KeysRead,
  mergeDocuments,
  type NamespaceDocument,
  readDocumentStream,
} from '@pennon/document';
import { explainFileError } from '../terminal/explain-file-error';
import { removeAtExit } from '../terminal/temporary-files';
import { describeErrorIn, describeProblemIn, type DocumentFile, textOf } from './document-file';

/** Where an import gets its documents from. */
export interface ImportSource {
  /** How many namespaces there are. */
  readonly size: number;
  /** One document per namespace, which is all there is about it. May be asked for again, and gives the same. */
  documents(): AsyncIterable<NamespaceDocument>;
  close(): Promise<void>;
}

/** The same files, with standard input in a temporary file: so that all of them can be read more than once. */
async function spoolStdin(files: readonly DocumentFile[]): Promise<readonly DocumentFile[]> {
  if (files.every(({ path }) => path !== undefined)) return files;
  const path = join(tmpdir(), `pennon-${randomUUID()}.part`);
  removeAtExit(path);
  try {
    await pipeline(process.stdin, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    throw explainFileError('write', path, error);
  }
  return files.map((file) => (file.path === undefined ? { ...file, path } : file));
}

/**
 * Input up to this length is read once, and its documents are kept. In UTF-16 units; a fraction of what one may have.
 */
const KEPT_LENGTH = 8 * 1024 * 1024;

/** How the files are read. */
export interface FilesOptions {
  /** Longest document, in UTF-16 units. */
  readonly maxLengths?: Readonly<Record<DocumentFormat, number>>;
  /** Up to which length, in UTF-16 units, input is read once and its documents are kept; 8 MiB unless given. */
  readonly keptLength?: number;
  /** Key of the namespace of documents that name none; `default` unless given. */
  readonly unnamedNamespace?: string | undefined;
  /** Told of what is odd, in lines with file and place. */
  readonly onWarning?: (line: string) => void;
}

/**
 * The documents of several files, which are one import: those of one namespace become one.
 *
 * Memory is that of the largest namespace, however much there is: what is long is read again each time it is wanted.
 */
export class FilesSource implements ImportSource {
  private constructor(
    private readonly files: readonly DocumentFile[],
    private readonly options: FilesOptions,
    /** How many documents there are about each namespace. */
    private readonly counts: ReadonlyMap<string, number>,
    /** All documents; undefined when there is too much of them. */
    private readonly kept: readonly NamespaceDocument[] | undefined,
  ) {}

  get size(): number {
    return this.counts.size;
  }

  /**
   * Reads all of it once.
   *
   * @throws Error with everything that is wrong with the first document that cannot be read, if there is one.
   */
  static async open(given: readonly DocumentFile[], options: FilesOptions = {}): Promise<FilesSource> {
    const files = await spoolStdin(given);
    const counts = new Map<string, number>();
    let kept: NamespaceDocument[] | undefined = [];
    let length = 0;
    const { keptLength = KEPT_LENGTH } = options;
    const onText = (text: string): void => {
      length += text.length;
      if (length > keptLength) kept = undefined;
    };
    for await (const document of readAll(files, options, onText)) {
      const { key } = document.namespace;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- it is forgotten while reading goes on
      kept?.push(document);
    }
    return new FilesSource(files, options, counts, kept);
  }

  async *documents(): AsyncGenerator<NamespaceDocument> {
    if (this.kept !== undefined) {
      yield* mergeDocuments(this.kept);
      return;
    }
    // What is odd was told when it was read the first time.
    const options = { ...this.options, onWarning: () => undefined };
    const parts = new Map<string, NamespaceDocument[]>();
    for await (const document of readAll(this.files, options, () => undefined)) {
      const { key } = document.namespace;
      const all = [...(parts.get(key) ?? []), document];
      parts.set(key, all);
      if (all.length !== this.counts.get(key)) continue;
      parts.delete(key);
      yield* mergeDocuments(all);
    }
    if (parts.size > 0) throw new Error('a file was changed while it was read');
  }

  async close(): Promise<void> {
    return Promise.resolve();
  }
}

async function* readAll(
  files: readonly DocumentFile[],
  { maxLengths, unnamedNamespace, onWarning }: FilesOptions,
  onText: (text: string) => void,
): AsyncGenerator<NamespaceDocument> {
  const keysRead = new KeysRead();
  for (const file of files) {
    const { name: fileName, format } = file;
    const options = {
      format,
      fileName,
      keysRead,
      unnamedNamespace,
      // The namespace may have them already; the plan of the import finds out.
      mayLackSegments: true,
      ...(maxLengths !== undefined && { maxDocumentLength: maxLengths[format] }),
    };
    try {
      for await (const { document, warnings } of readDocumentStream(
        listened(textOf(file), onText),
        options,
      )) {
        for (const warning of warnings) onWarning?.(describeProblemIn(fileName, warning));
        yield document;
      }
    } catch (error) {
      throw error instanceof DocumentError ? invalidInput(fileName, error) : error;
    }
  }
}

function invalidInput(fileName: string, error: DocumentError): Error {
  return new Error(
    ['the input is not valid, and nothing was changed', ...describeErrorIn(fileName, error)].join('\n'),
  );
}

async function* listened(
  source: AsyncIterable<string>,
  onText: (text: string) => void,
): AsyncGenerator<string> {
  for await (const text of source) {
    onText(text);
    yield text;
  }
}
