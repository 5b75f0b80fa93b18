import type { ImportMode, NamespaceDocument, NamespaceOutline, Planned } from '@pennon/document';
import {
  NAMESPACE_SUBJECT,
  type NamespaceContents,
  type Revision,
  type SubjectAction,
  type SubjectKey,
  type Variant,
} from '@pennon/domain';
import { nameOf, type SubjectState } from '@pennon/state';
import type { Trail } from '../commit/trail';
import { readStates, subjectKeysOf, type RowsReading } from '../history/read-states';
import { flagSubject, segmentSubject, variantsById } from '../history/stored-states';
import type { NamespaceReading, RevisionOutline } from '../reading/namespace-reading';

/** A flag, a segment or the namespace itself that a plan changes. */
export interface PlannedItem {
  readonly subject: SubjectKey;
  readonly planned: Planned;
  /** What it was before the plan; undefined when it was not there. */
  readonly before: SubjectState | undefined;
}

/** Looks at a plan while it is made, and may refuse it. */
export interface PlanWatch {
  /** What is planned in place of what was asked for, in view of what there is; that, unless given. */
  readonly instead?: { readonly document: NamespaceDocument; readonly mode: ImportMode } | undefined;
  /** Revisions over which the plan was merged; none unless given. */
  readonly mergedOver?: readonly Revision[];
  /** The last revision over which the plan may have been merged; 0 unless given. */
  readonly mergedUpTo?: number;
  /** @param items What a part of the plan changes. */
  add(items: readonly PlannedItem[]): void;
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

/**
 * What a part of a plan changes, with what it was: also what it deletes, which no plan needs and is read.
 *
 * @param outline The namespace before the plan; undefined when there was none.
 * @param rows Those that the part was planned for.
 */
export async function plannedItems(
  reading: RowsReading,
  outline: NamespaceOutline | undefined,
  planned: readonly Planned[],
  rows: NamespaceContents,
): Promise<readonly PlannedItem[]> {
  const deleted = new Map<string, SubjectState>();
  const unread = planned.filter((one) => one.kind !== 'namespace' && one.isDeleted).map(subjectOf);
  for await (const state of readStates(reading, subjectKeysOf(unread))) deleted.set(nameOf(state), state);
  const variants = variantsById(rows);
  return planned.map((one) => {
    const subject = subjectOf(one);
    return {
      subject,
      planned: one,
      before: deleted.get(nameOf(subject)) ?? stateBefore(one, outline, variants),
    };
  });
}

function subjectOf(planned: Planned): SubjectKey {
  return planned.kind === 'namespace' ? NAMESPACE_SUBJECT : { kind: planned.kind, key: planned.key };
}

function stateBefore(
  planned: Planned,
  outline: NamespaceOutline | undefined,
  variants: ReadonlyMap<string, Variant>,
): SubjectState | undefined {
  if (planned.kind === 'namespace') {
    if (outline === undefined) return undefined;
    const { name, description } = outline.namespace;
    return { kind: 'namespace', key: '', createdAt: 0, value: { name, description } };
  }
  if (planned.isDeleted || planned.before === undefined) return undefined;
  return planned.kind === 'flag' ? flagSubject(planned.before, variants) : segmentSubject(planned.before);
}

/** Takes down for the history what a part of a plan changes. */
export function touchPlanned(trail: Trail, items: readonly PlannedItem[]): void {
  for (const { subject, planned, before } of items) {
    const action = actionOf(planned);
    if (action !== 'deleted' || before !== undefined) trail.touch(subject, action, before);
    if (planned.kind === 'flag' && !planned.isDeleted) trail.becomes({ kind: 'flag', stored: planned.after });
    if (planned.kind === 'segment' && !planned.isDeleted)
      trail.becomes({ kind: 'segment', stored: planned.after });
  }
}

/** What a plan does to a subject: a flag that is replaced by one of another type is updated. */
function actionOf(planned: Planned): SubjectAction {
  if (planned.kind === 'namespace') return planned.change.action === 'create' ? 'created' : 'updated';
  if (planned.isDeleted) return 'deleted';
  return planned.before === undefined ? 'created' : 'updated';
}
