import { type AlikePart, isSameInParts, matchRows } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type PartWords, type States } from './part-changes';
import { type Change } from './plan';
import { changeOf, creation, deletion } from './words';

/** How people are told of rows that have no keys. */
interface RowWords<I, S> {
  /**
   * Names a row, as in `rule 2`.
   *
   * @param position Counted from 1.
   * @param owner What has the rows, as in `flag checkout`.
   */
  readonly subjectOf: (row: I, position: number, owner: string) => string;
  /** A whole row in one line. */
  readonly textOf: (row: I) => string;
  /** What changed of a row; unless given, all of it in one line. */
  readonly changesOf?: (from: I, to: I, subject: string, states: States<S>) => readonly Change[];
  /** What becomes of those who had a row that is gone, where that needs saying. */
  readonly consequenceOf?: (states: States<S>) => string | undefined;
}

interface OrderedRowWords<I, S> extends RowWords<I, S> {
  /** A row among others, where their order has changed. */
  readonly nameOf: (row: I) => string;
}

/** Words for rows whose order counts. */
export function listWords<I extends object, S = unknown>(
  part: AlikePart<I>,
  words: OrderedRowWords<I, S>,
): PartWords<readonly I[], S> {
  return (from, to, owner, states) => {
    const rows = alignedRows(part, from, to);
    return [...rowChanges(part, words, rows, owner, states), ...orderChange(rows, owner, words.nameOf)];
  };
}

/** Words for rows in no order. */
export function setWords<I extends object, S = unknown>(
  part: AlikePart<I>,
  words: RowWords<I, S>,
): PartWords<readonly I[], S> {
  return (from, to, owner, states) => rowChanges(part, words, alignedRows(part, from, to), owner, states);
}

/** A row, and where it stands, from 0. */
interface Placed<I> {
  readonly row: I;
  readonly place: number;
}

/** What became of a row; one side is missing for one that is new or gone. */
interface AlignedRow<I> {
  readonly from: Placed<I> | undefined;
  readonly to: Placed<I> | undefined;
}

/** What became of each row, as the server finds it too: first those there were, in their order, then new ones. */
function alignedRows<I extends object>(
  { likeness }: AlikePart<I>,
  from: readonly I[],
  to: readonly I[],
): readonly AlignedRow<I>[] {
  const rows = from.map((row, place) => ({ ...row, place }));
  const origins = matchRows<I & { readonly place: number }, I>(rows, to, likeness).map((row) => row?.place);
  const placed = to.map((row, place): Placed<I> => ({ row, place }));
  return [
    ...from.map((row, place) => ({ from: { row, place }, to: placed[origins.indexOf(place)] })),
    ...placed
      .filter(({ place }) => origins[place] === undefined)
      .map((row) => ({ from: undefined, to: row })),
  ];
}

function rowChanges<I, S>(
  { items }: AlikePart<I>,
  words: RowWords<I, S>,
  rows: readonly AlignedRow<I>[],
  owner: string,
  states: States<S>,
): readonly Change[] {
  const { subjectOf, textOf, changesOf, consequenceOf = () => undefined } = words;
  const subject = ({ row, place }: Placed<I>): string => subjectOf(row, place + 1, owner);
  const changes = rows.flatMap(({ from, to }): readonly Change[] => {
    if (from === undefined) return to === undefined ? [] : [creation(subject(to), textOf(to.row))];
    const text = textOf(from.row);
    if (to === undefined) {
      const consequence = consequenceOf(states);
      return [
        consequence === undefined
          ? deletion(subject(from), text)
          : changeOf(subject(from), text, consequence),
      ];
    }
    if (isSameInParts(items, from.row, to.row)) return [];
    return (
      changesOf?.(from.row, to.row, subject(from), states) ?? [changeOf(subject(from), text, textOf(to.row))]
    );
  });
  return withReplaced(changes);
}

/** What is gone from a place, and what is new there, as one change of the place. */
function withReplaced(changes: readonly Change[]): readonly Change[] {
  const created = new Map(
    changes.flatMap(({ kind, subject, after }) => (kind === 'create' ? [[subject, after]] : [])),
  );
  const replaced = new Set(
    changes.flatMap(({ kind, subject }) => (kind === 'delete' && created.has(subject) ? [subject] : [])),
  );
  return changes.flatMap((change): readonly Change[] => {
    const { kind, subject, before = '' } = change;
    if (kind === 'update' || !replaced.has(subject)) return [change];
    return kind === 'create' ? [] : [changeOf(subject, before, created.get(subject) ?? '')];
  });
}

/** The order of the rows that stay, if it is another one. */
function orderChange<I>(
  rows: readonly AlignedRow<I>[],
  owner: string,
  nameOf: (row: I) => string,
): readonly Change[] {
  const stay = rows.flatMap(({ from, to }) => (from && to ? [{ from, to }] : []));
  const moved = stay.toSorted((one, other) => one.to.place - other.to.place);
  if (moved.every((row, index) => row === stay[index])) return [];
  const [before, after] = [stay.map(({ from }) => nameOf(from.row)), moved.map(({ to }) => nameOf(to.row))];
  return [changeOf(copy.field(owner, copy.subjects.order), before.join(', '), after.join(', '))];
}
