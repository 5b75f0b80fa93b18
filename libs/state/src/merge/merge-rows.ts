import { isSameJson } from '../same-json';
import { type JoinNew, MergedOrder, type Node } from './merged-order';
import { mergeOne } from './merge-named';
import type { Spot, Three } from './merge-report';
import { mergeValue } from './merge-value';
import { pairRows, type RowLikeness } from './pair-rows';

/** How rows of an ordered list merge: two people may change whom a row is for, and what those get. */
export interface RowLaw<R> extends RowLikeness<R> {
  /** What those get whom the row is for. */
  readonly result: (row: R) => unknown;
  /** What is said of it for people, if anything is. */
  readonly description?: (row: R) => string;
  /** A row for whom one says, with the result of another, described as a third is. */
  readonly joined: (condition: R, result: R, description: R) => R;
}

/** Merges two lists whose order counts, each held against the base for itself. */
export function mergeRows<R extends object>(
  three: Three<readonly R[]>,
  law: RowLaw<R>,
  spot: Spot,
): readonly R[] {
  const joinNew: JoinNew<R> = (mine, latest) => joinedNew(mine, latest, law);
  return new MergedOrder(mergedNodes(three, law, spot), joinNew, spot).rows();
}

/** What has become of each row, in no order. */
function mergedNodes<R>(
  { base, mine, latest }: Three<readonly R[]>,
  law: RowLaw<R>,
  spot: Spot,
): readonly Node<R>[] {
  const inMine = pairRows(base, mine, law);
  const inLatest = pairRows(base, latest, law);
  const isSame = sameRow(law);
  const ofBase = base.flatMap((row, index): readonly Node<R>[] => {
    const name = `${index + 1}`;
    const places = { base: index, mine: inMine[index], latest: inLatest[index] };
    const three = { base: row, mine: rowAt(mine, places.mine), latest: rowAt(latest, places.latest) };
    const merged = mergeOne<R>(
      three,
      {
        isEdited: (one, other) => !isSame(one, other),
        merge: (both, at) => mergeRow({ base: row, mine: both.mine, latest: both.latest }, law, at),
      },
      spot.at(name),
    );
    if (merged === undefined) return [];
    // What both have made the same of it is no edit of either.
    const isEdited = (side: R | undefined, other: R | undefined): boolean =>
      side !== undefined && !isSame(row, side) && (other === undefined || !isSame(side, other));
    const edited = {
      mine: isEdited(three.mine, three.latest),
      latest: isEdited(three.latest, three.mine),
    };
    return [{ ...three, name, row: merged, places, edited }];
  });
  return [...ofBase, ...newNodes(mine, inMine, 'mine'), ...newNodes(latest, inLatest, 'latest')];
}

function newNodes<R>(
  rows: readonly R[],
  paired: readonly (number | undefined)[],
  side: 'mine' | 'latest',
): readonly Node<R>[] {
  const known = new Set(paired);
  return rows.flatMap((row, index) => {
    if (known.has(index)) return [];
    const sides = { base: undefined, mine: undefined, latest: undefined, [side]: row };
    const edited = { mine: false, latest: false };
    return [{ ...sides, name: `+${index + 1}`, row, places: { [side]: index }, edited }];
  });
}

function mergeRow<R>(three: Three<R>, law: RowLaw<R>, spot: Spot): R {
  const { result, description = () => '' } = law;
  return law.joined(
    mergeValue(three, (one, other) => law.condition(one) === law.condition(other), spot.at('condition')),
    mergeValue(three, (one, other) => isSameJson(result(one), result(other)), spot.at('result')),
    mergeValue(three, (one, other) => description(one) === description(other), spot.at('description')),
  );
}

/** Described by both, a row has to be described alike; by one of them, it is as that one says. */
function joinedNew<R>(mine: R, latest: R, law: RowLaw<R>): R | undefined {
  if (!sameRow(law)(mine, latest)) return undefined;
  const { description = () => '' } = law;
  const [ours, theirs] = [description(mine), description(latest)];
  if (ours === theirs || ours === '') return latest;
  return theirs === '' ? law.joined(latest, latest, mine) : undefined;
}

/** True for two rows that differ at most in what is said of them. */
function sameRow<R>({ condition, result }: RowLaw<R>): (one: R, other: R) => boolean {
  return (one, other) => condition(one) === condition(other) && isSameJson(result(one), result(other));
}

function rowAt<R>(rows: readonly R[], index: number | undefined): R | undefined {
  return index === undefined ? undefined : rows[index];
}
