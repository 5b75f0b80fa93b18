import { isSameInParts, partNames, partOf, type PartTable } from './part';
import type { Both } from '../merge/merge-named';
import type { Spot } from '../merge/merge-report';

/** Merges two states part by part; of two that were added alike it takes latest. What is no part is that of latest. */
export function mergeParts<S extends object>(
  table: PartTable<S>,
  { base, mine, latest }: Both<S>,
  spot: Spot,
): S {
  if (base === undefined)
    return isSameInParts(table, mine, latest) ? latest : spot.conflict({ base, mine, latest });
  const merged: Partial<S> = {};
  for (const name of partNames(table)) {
    const part = table[name];
    const before = partOf(table, base, name);
    const isAsBefore = part.isOptional === true && mine[name] === undefined;
    merged[name] = part.merge(
      {
        base: before,
        mine: isAsBefore ? before : partOf(table, mine, name),
        latest: partOf(table, latest, name),
      },
      spot.at(name),
    );
  }
  return { ...latest, ...merged };
}
