import { findUnstorable, invalidField, NotFoundError, quote, type SubjectKind } from '@pennon/domain';
import type { FlagState } from '../flag-state';
import type { SegmentState } from '../segment-state';
import { EditSpot, type EditKind, type EditTable, type FlagEdit, type SegmentEdit } from './edit';
import { flagEdits } from './flag-edits';
import { assertSameRows } from './same-rows';
import { segmentEdits } from './segment-edits';

/** What to do with flags and segments of a namespace, in that order. Several edits may be of the same one. */
export interface NamespaceEdits {
  readonly flags: readonly FlagEdit[];
  readonly segments: readonly SegmentEdit[];
}

/** The flags and segments that edits are about. */
export interface EditedStates {
  readonly flags: readonly FlagState[];
  readonly segments: readonly SegmentState[];
}

/** Most edits of a change. */
const MAX_EDITS = 1000;

/**
 * What edits make of flags and segments. What they do not name stays as it is.
 *
 * @param present At least those that the edits name and that there are.
 * @param shown Flags as they were when the edits were made; those that there are, unless given.
 * @returns Those that the edits name, each once, also when an edit changes nothing.
 * @throws InvalidFieldError if there are no edits, or too many, or one means nothing, or two set the same part.
 * @throws NotFoundError if an edit names what there is not.
 * @throws FailedPreconditionError if an edit cannot be done with what there is.
 */
export function applyEdits(
  edits: NamespaceEdits,
  present: EditedStates,
  shown: ReadonlyMap<string, FlagState> = new Map(),
): EditedStates {
  const { flags, segments } = edits;
  const count = flags.length + segments.length;
  if (count === 0 || count > MAX_EDITS)
    throw invalidField('edits', `must have 1 to ${MAX_EDITS} flags and segments`);
  const unstorable = findUnstorable(edits);
  if (unstorable !== undefined) throw invalidField(`edits${unstorable.path}`, unstorable.reason);
  const edited = {
    flags: editEach('flag', flagEdits, flags, present.flags),
    segments: editEach('segment', segmentEdits, segments, present.segments),
  };
  assertRowsShown(flags, present.flags, shown);
  return edited;
}

/** Refuses edits of rows by rank that were meant for other rows. */
function assertRowsShown(
  edits: readonly FlagEdit[],
  flags: readonly FlagState[],
  shown: ReadonlyMap<string, FlagState>,
): void {
  const byKey = new Map(flags.map((flag) => [flag.key, flag]));
  for (const [index, edit] of edits.entries()) {
    const [before, present] = [shown.get(edit.key), byKey.get(edit.key)];
    if (before === undefined || present === undefined) continue;
    assertSameRows(edit, { shown: before, present }, spotOf('flag', index, edit.key, new Set()));
  }
}

function spotOf(kind: SubjectKind, index: number, key: string, rows: Set<object>): EditSpot {
  return new EditSpot(`edits.${kind}s[${index}]`, `${kind} ${quote(key)}`, rows);
}

function editEach<S extends { readonly key: string }, E extends { readonly key: string }>(
  kind: SubjectKind,
  table: EditTable<S, E>,
  edits: readonly E[],
  present: readonly S[],
): readonly S[] {
  const byKey = new Map(present.map((state) => [state.key, state]));
  const edited = new Map<string, S>();
  const rows = new Set<object>();
  const taken = new Set<string>();
  for (const [index, edit] of edits.entries()) {
    const spot = spotOf(kind, index, edit.key, rows);
    if (edit.key === '') spot.refuse('key', 'must not be empty');
    const given = kindsOf(table, edit);
    if (given.length === 0) throw invalidField(spot.path, `must set something of ${spot.subject}`);
    for (const part of given.flatMap(partsOf)) take(taken, edit.key, part, spot);
    const state = edited.get(edit.key) ?? byKey.get(edit.key);
    if (state === undefined) throw new NotFoundError(`${spot.subject} not found`);
    edited.set(
      edit.key,
      given.reduce((before, { apply, value }) => apply(before, value, spot), state),
    );
  }
  return [...edited.values()];
}

/** One kind of edit with what it sets. */
interface GivenEdit<S> extends EditKind<S, unknown> {
  readonly name: string;
  readonly value: unknown;
}

/** What an edit sets, in the order of the table. */
function kindsOf<S, E>(table: EditTable<S, E>, edit: E): readonly GivenEdit<S>[] {
  return Object.entries<EditKind<S, never>>(table).flatMap(([name, kind]) => {
    const value = (edit as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? [] : [{ ...(kind as EditKind<S, unknown>), name, value }];
  });
}

function partsOf<S>({ name, items, value }: GivenEdit<S>): readonly string[] {
  return items === undefined ? [name] : items(value).map((item) => `${name} ${quote(item)}`);
}

function take(taken: Set<string>, key: string, part: string, spot: EditSpot): void {
  const name = `${key} ${part}`;
  if (taken.has(name)) spot.refuseAgain(part);
  taken.add(name);
}
