import { type NamedContents } from '@pennon/document';
import type { Instant } from '@pennon/domain';
import { grouped, segmentsUsedBy, type StoredFlag, type StoredSegment, ungrouped } from '@pennon/state';
import { type ImportPlan } from './plan-import';

/** What the rows of a namespace become by a plan: what an importer does with a database, on plain rows. */
export function applyPlan(
  { namespaceKey, planned }: ImportPlan,
  state: NamedContents | undefined,
): NamedContents {
  const { flags, segments } = state === undefined ? { flags: [], segments: [] } : grouped(state);
  const left = { flags: byKey<StoredFlag>(flags), segments: byKey<StoredSegment>(segments) };
  let namespace = state?.namespace ?? { key: namespaceKey, name: '', description: '' };
  for (const one of planned) {
    if (one.kind === 'namespace') namespace = { key: namespaceKey, ...one.change.to };
    else if (one.kind === 'flag') put(left.flags, one);
    else put(left.segments, one);
    // The databases restrict it.
    const used = [...left.flags.values()].flatMap(segmentsUsedBy).find((key) => !left.segments.has(key));
    if (used !== undefined) throw new Error(`segment ${used} is in use`);
  }
  const rows = ungrouped({ flags: [...left.flags.values()], segments: [...left.segments.values()] });
  return {
    ...{ namespace, ...rows },
    variants: byCreation(rows.variants),
    constraints: byCreation(rows.constraints),
    distributions: byCreation(rows.distributions),
    rules: byRank(rows.rules),
    rollouts: byRank(rows.rollouts),
  };
}

/** What becomes of one flag or segment. */
type Deed<Stored> = { readonly key: string } & (
  | { readonly isDeleted: true }
  | { readonly isDeleted: false; readonly before: Stored | undefined; readonly after: Stored }
);

/** A flag of another type is a new one, behind all others. */
function put<Stored extends { readonly createdAt: Instant }>(
  subjects: Map<string, Stored>,
  deed: Deed<Stored>,
): void {
  if (deed.isDeleted || deed.before?.createdAt !== deed.after.createdAt) subjects.delete(deed.key);
  if (!deed.isDeleted) subjects.set(deed.key, deed.after);
}

function byKey<Stored extends { readonly key: string }>(subjects: readonly Stored[]): Map<string, Stored> {
  return new Map(subjects.map((subject) => [subject.key, subject]));
}

function byCreation<Row extends { readonly createdAt: Instant }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => one.createdAt - other.createdAt);
}

function byRank<Row extends { readonly rank: number; readonly createdAt: Instant }>(
  rows: readonly Row[],
): readonly Row[] {
  return rows.toSorted((one, other) => one.rank - other.rank || one.createdAt - other.createdAt);
}
