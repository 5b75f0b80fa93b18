import { MICROS_PER_MILLISECOND, timestampText, type FlagOff } from '@pennon/domain';
import { isOff, type OffState } from '../flag-state';
import type { Spot, Three } from '../merge/merge-report';
import { mergeValue } from '../merge/merge-value';
import type { Part } from './part';

/** What a state says of a flag being off. */
type Off = OffState | false | undefined;

/** That a flag is off, by whom, since when and why. */
export const offPart: Part<Off> = {
  ...{ shape: 'value', none: false, isOptional: true },
  isSame: isSameOff,
  words: offWords,
  merge: mergeOff,
};

/** What one of two does not say is the same in both. */
function isSameOff(one: Off, other: Off): boolean {
  if (!isOff(one) || !isOff(other)) return isOff(one) === isOff(other);
  return (['by', 'at', 'reason'] as const).every(
    (member) => one[member] === undefined || other[member] === undefined || one[member] === other[member],
  );
}

/** Turned off by both, it is off as the others say. */
function mergeOff(three: Three<Off>, spot: Spot): Off {
  const { base, mine, latest } = three;
  if (!isOff(base) && isOff(mine) && isOff(latest)) return latest;
  return mergeValue(three, isSameOff, spot);
}

/**
 * How a flag is off that is to be so; undefined for one that is not.
 *
 * @param wanted What it does not say is as it is stored, or as it was turned.
 * @param turned Who turns the flag off if it is not off already, and when: in whole milliseconds, as documents say it.
 */
export function turnedOff(
  wanted: Off,
  stored: FlagOff | undefined,
  turned: Pick<FlagOff, 'by' | 'at'>,
): FlagOff | undefined {
  if (wanted === undefined) return stored;
  if (wanted === false) return undefined;
  const { by, at, reason } = stored ?? { ...turned, reason: '' };
  const off = { by: wanted.by ?? by, at: wanted.at ?? at, reason: wanted.reason ?? reason };
  return { ...off, at: off.at - (off.at % MICROS_PER_MILLISECOND) };
}

function offWords(off: Off): string {
  if (!isOff(off)) return 'none';
  const { by, at, reason } = off;
  return JSON.stringify({ by, at: at === undefined ? undefined : timestampText(at), reason });
}
