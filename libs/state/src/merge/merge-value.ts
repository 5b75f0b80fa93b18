import type { Spot, Three } from './merge-report';

/** One value of three: that of whoever changed it. Two that did not make the same of it are asked. */
export function mergeValue<V>(three: Three<V>, isSame: (one: V, other: V) => boolean, spot: Spot): V {
  const { base, mine, latest } = three;
  if (isSame(mine, latest)) return latest;
  if (isSame(mine, base)) {
    spot.keep(latest);
    return latest;
  }
  if (!isSame(latest, base)) return spot.conflict(three);
  spot.touch();
  return mine;
}
