import type { ImportChange } from '@pennon/document';
import type { NamespaceContents } from '@pennon/domain';
import type { NamespaceReading, RevisionOutline } from '../reading/namespace-reading';

/** Looks at a plan while it is made, and may refuse it. */
export interface PlanWatch {
  /** @param rows Those that the part was planned for. */
  add(changes: readonly ImportChange[], rows: NamespaceContents): Promise<void>;
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

/** Nobody looks. */
export const unwatched: WatchPlan = () =>
  Promise.resolve({ add: () => Promise.resolve(), end: () => Promise.resolve() });
