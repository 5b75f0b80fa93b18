import type { ImportChange } from '@pennon/document';
import type { SubjectState } from '../history/subject-state';
import type { NamespaceReading, RevisionOutline } from '../reading/namespace-reading';

/** Looks at a plan while it is made, and may refuse it. */
export interface PlanWatch {
  /** @param present What a part of the plan changes, as it is. */
  add(changes: readonly ImportChange[], present: readonly SubjectState[]): void;
  /** Is called when the plan is complete; a rejection undoes what was done of it. */
  end(): Promise<void>;
}

/**
 * Begins to look at a plan, which may be made anew: then it is called again.
 *
 * @param outline The namespace before the plan; undefined when there is none.
 */
export type WatchPlan = (
  reading: NamespaceReading,
  outline: RevisionOutline | undefined,
) => Promise<PlanWatch>;
