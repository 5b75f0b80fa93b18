import { resolveNamespaceKey } from '@pennon/domain';
import type { DocumentSplitter, DocumentText } from '../document-text';
import { type DocumentFormat } from '../format';
import { JsonSyntaxError, parseJson } from '../json/parse-json';
import { JsonSplitter } from '../json/split-json';
import { type RefuseNumber } from '../fields/reading';
import { Place } from '../place';
import { DocumentError, MAX_PROBLEMS, ProblemLog } from '../problem';
import { REPEATED_KEY, type TreeNode } from '../tree';
import { type DocumentVersion } from '../version';
import { parseYaml } from '../yaml/parse-yaml';
import { YamlSplitter } from '../yaml/split-yaml';
import { KeysRead, readDocument, type ReadDocument } from './read-document';

/**
 * Longest document that is read unless told otherwise, in UTF-16 units: tens of thousands of flags. While a document is
 * read it takes some hundred bytes of memory per character of YAML, and some twenty of JSON.
 */
export const MAX_DOCUMENT_LENGTH: Readonly<Record<DocumentFormat, number>> = {
  yaml: 16 * 1024 * 1024,
  json: 64 * 1024 * 1024,
};

/** Why a document without a single key is refused. */
const EMPTY = 'the document is empty; to have no flags, say "flags: []"';

/** Every export begins with the version, and names its namespace. */
const CUT_OFF =
  'the document has nothing but a version, as a file that was cut off; to have no flags, say "flags: []"';

/** How a text is read. */
export interface ReadOptions {
  readonly format: DocumentFormat;
  /** Name of the file, for messages about what another file defines. */
  readonly fileName?: string;
  /** Key of the namespace of documents that name none; `default` unless given. */
  readonly unnamedNamespace?: string | undefined;
  /** What to do about a key that another file defines, for the message; nothing unless given. */
  readonly repeatedKeyHint?: string;
  /** Keys of documents that were read before; shared by the files of one import. */
  readonly keysRead?: KeysRead;
  /**
   * True when rules may look at segments that are known elsewhere, as in the database: they are listed, not refused.
   */
  readonly mayLackSegments?: boolean;
  /** Refuses numbers in metadata, where 64-bit floats round long numbers; reads all numbers unless given. */
  readonly refuseNumber?: RefuseNumber;
  /** Longest document, in UTF-16 units. Bounds the memory that is taken. */
  readonly maxDocumentLength?: number;
  /** Most errors, and most warnings, of one document. */
  readonly maxProblems?: number;
}

/**
 * Reads a stream of documents, given in chunks, one document at a time: memory is that of the largest document and of
 * the keys read so far.
 */
export class DocumentReader {
  private readonly splitter: DocumentSplitter;
  private readonly keysRead: KeysRead;
  private readonly maxLength: number;
  private version: DocumentVersion | undefined;

  constructor(private readonly options: ReadOptions) {
    this.splitter = options.format === 'json' ? new JsonSplitter() : new YamlSplitter();
    this.keysRead = options.keysRead ?? new KeysRead();
    this.maxLength = options.maxDocumentLength ?? MAX_DOCUMENT_LENGTH[options.format];
  }

  /**
   * The documents that the chunk completes.
   *
   * @throws DocumentError with all that is wrong with the first document that cannot be read; the reader is done then.
   */
  *push(chunk: string): Generator<ReadDocument> {
    for (const text of this.splitter.push(chunk)) yield* this.read(text);
    this.assertLength(this.splitter.pendingLength);
  }

  /**
   * What is left when no more chunks come.
   *
   * @throws DocumentError as {@link push} does, and if the stream holds no document: a file that was cut short and a
   * pipe that broke must not pass for the wish to have no flags.
   */
  *end(): Generator<ReadDocument> {
    for (const text of this.splitter.end()) yield* this.read(text);
    // Every document leaves the version of the stream.
    if (this.version === undefined) throw problemOf(EMPTY);
  }

  private *read(text: DocumentText): Generator<ReadDocument> {
    this.assertLength(text.text.length);
    const problems = new ProblemLog(text, this.options.maxProblems ?? MAX_PROBLEMS);
    const place = Place.root();
    const root = this.parse(text.text, place, problems);
    if (root === undefined) problems.throwErrors();
    // Between two markers of YAML there may be nothing.
    if (root === undefined || root.kind === 'null') return;
    const nothing = root.kind === 'map' && reasonForNothing([...root.members.keys()]);
    if (nothing) problems.error(place.movedTo(root.offset), nothing);
    const { fileName = '', mayLackSegments = false, repeatedKeyHint = '', refuseNumber } = this.options;
    const unnamedNamespace = resolveNamespaceKey(this.options.unnamedNamespace ?? '');
    const { keysRead, version } = this;
    const ways = { fileName, mayLackSegments, repeatedKeyHint, unnamedNamespace, refuseNumber };
    const context = { version, text, problems, keysRead, ...ways };
    const read = readDocument(root, place.movedTo(root.offset), context);
    problems.throwErrors();
    if (read === undefined) return;
    this.version = read.version;
    yield read;
  }

  private parse(text: string, place: Place, problems: ProblemLog): TreeNode | undefined {
    const onFault = (at: Place, reason: string): void => {
      problems.error(at, reason);
    };
    if (this.options.format === 'yaml') return parseYaml(text, place, onFault);
    try {
      return parseJson(text, place, (at) => {
        onFault(at, REPEATED_KEY);
      });
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      onFault(error.place, error.message);
      return undefined;
    }
  }

  private assertLength(length: number): void {
    if (length <= this.maxLength) return;
    throw problemOf(`a document may have ${this.maxLength} characters at most`);
  }
}

/** Why a document with these fields says nothing; undefined if it does. */
function reasonForNothing(fields: readonly string[]): string | undefined {
  if (fields.length === 0) return EMPTY;
  return fields.every((field) => field === 'version') ? CUT_OFF : undefined;
}

/** A problem with the stream as a whole. */
function problemOf(reason: string): DocumentError {
  return new DocumentError([{ line: 1, column: 1, path: '', reason, suggestion: undefined }]);
}

/**
 * Reads a text, or a text in chunks, one document at a time.
 *
 * @throws DocumentError with all that is wrong with the first document that cannot be read.
 */
export function* readDocuments(
  source: string | Iterable<string>,
  options: ReadOptions,
): Generator<ReadDocument> {
  const reader = new DocumentReader(options);
  for (const chunk of typeof source === 'string' ? [source] : source) yield* reader.push(chunk);
  yield* reader.end();
}

/**
 * Reads a text that arrives in chunks, one document at a time.
 *
 * @throws DocumentError with all that is wrong with the first document that cannot be read.
 */
export async function* readDocumentStream(
  source: AsyncIterable<string>,
  options: ReadOptions,
): AsyncGenerator<ReadDocument> {
  const reader = new DocumentReader(options);
  for await (const chunk of source) yield* reader.push(chunk);
  yield* reader.end();
}
