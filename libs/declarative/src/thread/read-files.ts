import {
  DocumentError,
  KeysRead,
  mergeDocuments,
  readDocuments,
  type NamespaceDocument,
} from '@pennon/document';
import { buildSnapshotDocument, encodeSnapshotDocument } from '@pennon/snapshot';
import { rowsOfDocument } from '../contents/rows-of-document';
import { type FileText, type ReadLimits } from './messages';

/** Files that cannot be read; the message says which, where, and why. */
export class RefusedFilesError extends Error {}

/** A namespace as lines of a snapshot document: one for each segment and flag, without the header. */
export interface NamespaceLines {
  readonly namespaceKey: string;
  /** When the newest of its files was changed, in milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
  readonly segments: readonly string[];
  readonly flags: readonly string[];
}

/**
 * Reads files, in the order in which they are given: what several say of one namespace is put together, and a flag may
 * look at segments of its own document and of earlier ones. Source: contract/operations.md 4.2.
 *
 * @throws RefusedFilesError if one of them cannot be read.
 */
export function readFiles(files: readonly FileText[], limits: ReadLimits): readonly NamespaceLines[] {
  const keysRead = new KeysRead();
  const documents: NamespaceDocument[] = [];
  const modifiedAt = new Map<string, number>();
  for (const file of files) {
    for (const document of readFile(file, keysRead, limits)) {
      const { key } = document.namespace;
      modifiedAt.set(key, Math.max(modifiedAt.get(key) ?? 0, file.modifiedAt));
      documents.push(document);
    }
  }
  return mergeDocuments(documents).map((document) =>
    linesOf(document, modifiedAt.get(document.namespace.key) ?? 0),
  );
}

function readFile(file: FileText, keysRead: KeysRead, limits: ReadLimits): readonly NamespaceDocument[] {
  const { name, format, isSingle } = file;
  const maxDocumentLength = limits.maxDocumentLength[format];
  const documents: NamespaceDocument[] = [];
  try {
    for (const { document } of readDocuments(textOf(file), {
      format,
      fileName: name,
      keysRead,
      maxDocumentLength,
    })) {
      if (isSingle && documents.length > 0) {
        throw new RefusedFilesError(`${name}: holds more than one document; only a YAML file may`);
      }
      documents.push(document);
    }
  } catch (error) {
    if (error instanceof DocumentError)
      throw new RefusedFilesError(`${name}:${error.message}`, { cause: error });
    throw error;
  }
  return documents;
}

function textOf({ name, body }: FileText): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new RefusedFilesError(`${name}: is not UTF-8`, { cause });
  }
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
