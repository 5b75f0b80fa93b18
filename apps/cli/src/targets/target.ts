import { type TokenStore } from '@pennon/domain';
import { type ImportMode, type NamespaceDocument, type PlanLine, type PlanSummary } from '@pennon/document';

/** A namespace as a document. */
export interface ExportedNamespace {
  readonly document: NamespaceDocument;
  /** What of it the document cannot say; sentences for people. */
  readonly omissions: readonly string[];
}

/** What an import did, or would do. */
export interface ImportReport {
  readonly summary: PlanSummary;
  readonly lines: Iterable<PlanLine>;
  /** How many lines there are beyond those. */
  readonly linesLeftOut: number;
  /** Of the namespace, after it or, of a preview, now; undefined while there is no such namespace. */
  readonly revision: number | undefined;
  /** What a server finds odd about the document; lines for people. */
  readonly warnings: readonly string[];
}

/** What an import may be told. */
export interface ImportSteps {
  /** Nouns that were agreed to be deleted, more are refused; undefined for any number. */
  readonly maxDeletions: number | undefined;
  readonly onProgress: (done: number, all: number) => void;
}

/** Where flags live that a command reads or changes: a database, or a running server. */
export interface Target {
  /** For people, without secrets. */
  readonly name: string;
  /** Where client tokens are kept; undefined for a server, which takes none that somebody else has made. */
  readonly tokens: TokenStore | undefined;
  /** In creation order. */
  namespaceKeys(): Promise<readonly string[]>;
  /** @throws NotFoundError if there is no such namespace. */
  export(namespaceKey: string): Promise<ExportedNamespace>;
  /** What an import would change. */
  preview(document: NamespaceDocument, mode: ImportMode): Promise<ImportReport>;
  /** Makes a namespace what the document says, in one transaction. */
  import(document: NamespaceDocument, mode: ImportMode, steps: ImportSteps): Promise<ImportReport>;
  close(): Promise<void>;
}
