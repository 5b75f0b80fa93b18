import { compareFlags, type FlagMoment } from './build-flags';

/**
 * Where flags stand among others, each found by when it was created, so that few of the others are looked at.
 *
 * @param flags In creation order.
 * @returns undefined unless all of them stand there, as when one is new, or was deleted and created again.
 */
export function placesOf(
  flags: readonly FlagMoment[],
  wanted: readonly FlagMoment[],
): readonly number[] | undefined {
  const places = wanted.map((flag) => placeFor(flags, flag));
  return places.every((place, index) => flags[place]?.key === wanted[index]?.key) ? places : undefined;
}

/** The place of the first flag that is not before this one. */
function placeFor(flags: readonly FlagMoment[], wanted: FlagMoment): number {
  let [low, high] = [0, flags.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const flag = flags[middle];
    if (flag !== undefined && compareFlags(flag, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
