import { type ImportPlan } from '@pennon/document';

/** What an import did or, of a preview, would do. */
export interface ImportOutcome {
  readonly plan: ImportPlan;
  /** That of the namespace after the import or, of a preview, as it is; undefined when there is no such namespace. */
  readonly revision: number | undefined;
}
