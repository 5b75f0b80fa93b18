import { isUtf8 } from 'node:buffer';
import {
  describeProblems,
  DocumentError,
  KeysRead,
  mergeDocuments,
  namespaceKeysIn,
  readDocuments,
  type NamespaceDocument,
} from '@pennon/document';
import { buildSnapshotDocument, encodeSnapshotDocument } from '@pennon/snapshot';
import { rowsOfDocument } from './rows-of-document';
import { type FileOutline, type FileText, type ReadLimits } from './messages';

/** Most problems of a file that are logged, and told to those who ask for its namespaces. */
const MAX_PROBLEMS_TOLD = 5;

const REPEATED_KEY_HINT =
  'if each folder is an environment, storage.local.path or the prefix of the bucket has to name one of them';

/** A file that cannot be read; the message says which, where, and why. */
class RefusedFileError extends Error {}

/** A namespace as lines of a snapshot document: one for each segment and flag, without the header. */
export interface NamespaceLines {
  readonly namespaceKey: string;
  /** When the newest of its files was changed, in milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
  readonly segments: readonly string[];
  readonly flags: readonly string[];
}

/** What was read of some files. */
export interface ReadFiles {
  readonly namespaces: readonly NamespaceLines[];
  readonly files: readonly FileOutline[];
}

/**
 * Reads files, in the order in which they are given: what several say of one namespace is put together, and a flag may
 * look at segments of its own document and of earlier ones. A file that cannot be read is left out, and the others are
 * read all the same.
 */
export function readFiles(files: readonly FileText[], limits: ReadLimits): ReadFiles {
  const reading: Reading = { keysRead: new KeysRead(), limits, doubtful: new Set() };
  const documents: NamespaceDocument[] = [];
  const modifiedAt = new Map<string, number>();
  const outlines: FileOutline[] = [];
  for (const file of files) {
    const read = readOrRefuse(file, reading);
    outlines.push(outlineOf(file, read));
    if (read instanceof RefusedFileError) {
      for (const key of outlines.at(-1)?.namespaceKeys ?? []) reading.doubtful.add(key);
      continue;
    }
    for (const document of read) {
      const { key } = document.namespace;
      modifiedAt.set(key, Math.max(modifiedAt.get(key) ?? 0, file.modifiedAt));
      documents.push(document);
    }
  }
  const namespaces = mergeDocuments(documents).map((document) =>
    linesOf(document, modifiedAt.get(document.namespace.key) ?? 0),
  );
  return { namespaces, files: outlines };
}

/** What is known while files are read. */
interface Reading {
  readonly keysRead: KeysRead;
  readonly limits: ReadLimits;
  /** Namespaces of which a file was refused: nobody knows which segments it was to bring. */
  readonly doubtful: Set<string>;
}

function readOrRefuse(file: FileText, reading: Reading): readonly NamespaceDocument[] | RefusedFileError {
  try {
    return readFile(file, reading);
  } catch (error) {
    if (error instanceof RefusedFileError) return error;
    throw error;
  }
}

function outlineOf(file: FileText, read: readonly NamespaceDocument[] | RefusedFileError): FileOutline {
  const { name, format, body } = file;
  if (!(read instanceof RefusedFileError)) {
    const namespaceKeys = [...new Set(read.map(({ namespace }) => namespace.key))];
    return { name, namespaceKeys, refusal: undefined };
  }
  const namespaceKeys = isUtf8(body) ? namespaceKeysIn(textOf(file), format) : [];
  return { name, namespaceKeys, refusal: read.message };
}

function readFile(file: FileText, { keysRead, limits, doubtful }: Reading): readonly NamespaceDocument[] {
  const { name, format, isSingle } = file;
  const documents: NamespaceDocument[] = [];
  try {
    for (const { document, unknownSegments } of readDocuments(textOf(file), {
      format,
      fileName: name,
      keysRead,
      repeatedKeyHint: REPEATED_KEY_HINT,
      maxDocumentLength: limits.maxDocumentLength[format],
      mayLackSegments: doubtful.size > 0,
    })) {
      if (isSingle && documents.length > 0) {
        throw new RefusedFileError(`${name}: holds more than one document; only a YAML file may`);
      }
      if (unknownSegments.length > 0 && !doubtful.has(document.namespace.key)) {
        throw new DocumentError(unknownSegments.map(({ problem }) => problem));
      }
      documents.push(document);
    }
  } catch (error) {
    if (error instanceof DocumentError)
      throw new RefusedFileError(
        `${name}:${describeProblems(error.problems, error.isComplete, MAX_PROBLEMS_TOLD)}`,
        { cause: error },
      );
    throw error;
  }
  return documents;
}

function textOf({ name, body }: FileText): string {
  if (!isUtf8(body)) throw new RefusedFileError(`${name}: is not UTF-8`);
  return new TextDecoder('utf-8').decode(body);
}

function linesOf(document: NamespaceDocument, modifiedAt: number): NamespaceLines {
  const built = buildSnapshotDocument(rowsOfDocument(document));
  const [, ...lines] = encodeSnapshotDocument(built);
  const withoutEnd = lines.map((line) => line.slice(0, -1));
  const { length } = built.segments;
  return {
    namespaceKey: built.namespaceKey,
    modifiedAt,
    segments: withoutEnd.slice(0, length),
    flags: withoutEnd.slice(length),
  };
}
