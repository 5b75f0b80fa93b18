import { type NamespaceDocument, type PlanLine, type PlanSummary } from '@pennon/document';

/** A namespace of a running server at one revision. */
export interface RemoteExport {
  readonly revision: number;
  readonly document: NamespaceDocument;
  /** What of the rows the document cannot say; sentences for people. */
  readonly omissions: readonly string[];
}

/** How an import is run. */
export interface RemoteImportOptions {
  /** True to learn what it would change, and change nothing. */
  readonly dryRun?: boolean;
  /** Most things that it may delete (`PlanSummary.delete`); as many as there are, when undefined. */
  readonly maxDeletions?: number | undefined;
}

/** What an import did or, of a dry run, would do. */
export interface RemoteImportOutcome {
  readonly summary: PlanSummary;
  /** The first lines of the plan; long ones are cut off. */
  readonly lines: readonly PlanLine[];
  /** How many lines of the plan are not told. */
  readonly linesLeftOut: number;
  /** Revision of the namespace after it or, of a dry run, now; undefined while there is no such namespace. */
  readonly revision: number | undefined;
  /** What the server finds odd about the document; lines for people. */
  readonly warnings: readonly string[];
}
