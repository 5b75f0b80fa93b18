import { type PlanLine, type PlanSummary } from '@pennon/document';

/** What an import did or, of a preview, would do. */
export interface ImportOutcome {
  readonly summary: PlanSummary;
  /** The changes, one after another; no more of them than were asked for. */
  readonly lines: readonly PlanLine[];
  /** How many lines there are beyond those. */
  readonly linesLeftOut: number;
  /** That of the namespace after the import or, of a preview, as it is; undefined when there is no such namespace. */
  readonly revision: number | undefined;
}

/** How much of what an import changes is told, beside the numbers. */
export interface LineLimits {
  readonly maxLines: number;
  /** In UTF-16 units: some lines hold an attachment before and after. */
  readonly maxLineLength: number;
}
