import {
  compactJsonText,
  type Constraint,
  type Distribution,
  type Instant,
  type Rollout,
  type RuleWithDistributions,
  type Variant,
} from '@pennon/domain';
import { isSameJson } from '../same-json';
import { isSameList } from './is-same-list';
import type { StoredFlag, StoredSegment } from './stored-flag';

/** A row that is there and stays there. */
export interface RowChange<Row> {
  readonly before: Row;
  readonly after: Row;
  /** False if nothing but the moment of its change differs. */
  readonly isOther: boolean;
}

/** What becomes of the rows of one noun. */
export interface RowDifference<Row> {
  readonly created: readonly Row[];
  readonly changed: readonly RowChange<Row>[];
  readonly deleted: readonly Row[];
}

/** The rows of a flag that a change writes. Rows of a flag are without what belongs to them, but for facts. */
export interface FlagDifference {
  readonly flags: RowDifference<StoredFlag>;
  readonly variants: RowDifference<Variant>;
  readonly rules: RowDifference<RuleWithDistributions>;
  readonly distributions: RowDifference<Distribution>;
  readonly rollouts: RowDifference<Rollout>;
}

/** The rows of a segment that a change writes. */
export interface SegmentDifference {
  readonly segments: RowDifference<StoredSegment>;
  readonly constraints: RowDifference<Constraint>;
}

/**
 * What of a flag's rows differs, row by row: by their ids, whatever they are like. Undefined on either side for a flag
 * that is not there.
 */
export function flagRowsBetween(
  before: StoredFlag | undefined,
  after: StoredFlag | undefined,
): FlagDifference {
  return {
    flags: between(listed(before), listed(after), keyOf, ['variants', 'rules', 'rollouts']),
    variants: between(before?.variants, after?.variants, idOf, [], withoutSpace),
    rules: between(before?.rules, after?.rules, idOf, ['distributions']),
    distributions: between(distributionsOf(before), distributionsOf(after), idOf),
    rollouts: between(before?.rollouts, after?.rollouts, idOf),
  };
}

/** {@link flagRowsBetween} for a segment. */
export function segmentRowsBetween(
  before: StoredSegment | undefined,
  after: StoredSegment | undefined,
): SegmentDifference {
  return {
    segments: between(listed(before), listed(after), keyOf, ['constraints']),
    constraints: between(before?.constraints, after?.constraints, idOf),
  };
}

/** True if nothing is created or deleted, and of what stays nothing but moments differ. */
export function isNothing(difference: FlagDifference | SegmentDifference): boolean {
  return Object.values<RowDifference<unknown>>({ ...difference }).every(
    ({ created, changed, deleted }) =>
      created.length + deleted.length === 0 && !changed.some(({ isOther }) => isOther),
  );
}

const nothing = { created: [], changed: [], deleted: [] };

/**
 * @param others Members that are rows of other tables.
 * @param plain The row as it is compared with others.
 */
function between<Row extends { readonly updatedAt: Instant }>(
  before: readonly Row[] = [],
  after: readonly Row[] = [],
  nameOf: (row: Row) => string,
  others: readonly (keyof Row)[] = [],
  plain: (row: Row) => Row = (row) => row,
): RowDifference<Row> {
  // Most of what imports write is new, and most of what they read stays as it is.
  if (before.length === 0) return { created: after, changed: [], deleted: [] };
  if (isSameList(before, after)) return nothing;
  const present = new Map(before.map((row) => [nameOf(row), row]));
  const created: Row[] = [];
  const changed: RowChange<Row>[] = [];
  for (const row of after) {
    const match = present.get(nameOf(row));
    if (match === undefined) created.push(row);
    else if (match !== row) {
      const isOther = !isSameJson(meant(plain(match), others), meant(plain(row), others));
      if (isOther || match.updatedAt !== row.updatedAt) changed.push({ before: match, after: row, isOther });
    }
    present.delete(nameOf(row));
  }
  return { created, changed, deleted: [...present.values()] };
}

function distributionsOf(flag: StoredFlag | undefined): readonly Distribution[] | undefined {
  return flag?.rules.flatMap(({ distributions }) => distributions);
}

function listed<Row>(row: Row | undefined): readonly Row[] {
  return row === undefined ? [] : [row];
}

function keyOf({ key }: { readonly key: string }): string {
  return key;
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

/** A variant whose attachment has no insignificant white space, which no answer and no document shows. */
function withoutSpace(variant: Variant): Variant {
  return { ...variant, attachment: compactJsonText(variant.attachment) };
}

/** A row without its moment of change, and without the rows that belong to it. */
function meant<Row extends object>(row: Row, others: readonly (keyof Row)[]): object {
  const left = others.map((name) => [name, undefined] as const);
  return { ...row, ...Object.fromEntries(left), updatedAt: undefined };
}
