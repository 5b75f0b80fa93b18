import { type Spot, type Three } from './merge-report';

/** Something that both sides have; one that both have added has no base. */
export interface Both<I> extends Three<I | undefined> {
  readonly mine: I;
  readonly latest: I;
}

/** How things with a name of their own merge. */
export interface NamedMerge<I> {
  /** True if two differ in what counts when the other side has taken it away. */
  isEdited(one: I, other: I): boolean;
  /** Makes one of what both sides have. */
  merge(both: Both<I>, spot: Spot): I;
  /** What people call something; by its name, unless given. */
  nameOf?(thing: I): string;
}

/**
 * Merges things by their names. One that a side takes away is gone, unless the other has edited it. They stand in the
 * order of latest, with those that mine adds behind.
 */
export function mergeNamed<I>(
  { base, mine, latest }: Three<ReadonlyMap<string, I>>,
  how: NamedMerge<I>,
  spot: Spot,
): Map<string, I> {
  const merged = new Map<string, I>();
  for (const name of new Set([...latest.keys(), ...mine.keys(), ...base.keys()])) {
    const three = { base: base.get(name), mine: mine.get(name), latest: latest.get(name) };
    const some = [three.base, three.latest, three.mine].find((thing) => thing !== undefined);
    const called = some === undefined ? name : (how.nameOf?.(some) ?? name);
    const result = mergeOne(three, how, spot.at(called));
    if (result !== undefined) merged.set(name, result);
  }
  return merged;
}

/** Merges one thing that a side may lack, having taken it away or never had it; undefined if it is gone. */
export function mergeOne<I>(three: Three<I | undefined>, how: NamedMerge<I>, spot: Spot): I | undefined {
  const { base, mine, latest } = three;
  if (mine !== undefined && latest !== undefined) return how.merge({ base, mine, latest }, spot);
  const left = [mine, latest].find((thing) => thing !== undefined);
  if (left === undefined) return undefined;
  if (base !== undefined && how.isEdited(base, left)) return spot.conflict(three);
  if ((base === undefined) === (left === mine)) spot.touch();
  else spot.keep(latest);
  return base === undefined ? left : undefined;
}
