import { MAX_LIST_LENGTH } from '../operators/value-laws';
import type { Spot, Three } from './merge-report';
import { mergeValue } from './merge-value';

/**
 * Merges lists of values, as constraints have them, as sets: what either side added or took away is added and taken
 * away. A list that nothing would be left of, or that would be too long, is a conflict. Text that is no list is one
 * value.
 *
 * @param three JSON texts. Items keep their letters: numbers may have more digits than JavaScript knows.
 */
export function mergeLists(three: Three<string>, spot: Spot): string {
  const isSame = (one: string, other: string): boolean =>
    one === other || isSameSet(itemsIn(one), itemsIn(other));
  const { base, mine, latest } = three;
  const [before, ours, theirs] = [itemsIn(base), itemsIn(mine), itemsIn(latest)];
  const areLists = before !== undefined && ours !== undefined && theirs !== undefined;
  if (!areLists || isSame(mine, latest) || isSame(mine, base) || isSame(latest, base))
    return mergeValue(three, isSame, spot);
  const joined = [
    ...[...theirs].filter((item) => ours.has(item) || !before.has(item)),
    ...[...ours].filter((item) => !theirs.has(item) && !before.has(item)),
  ];
  if (joined.length === 0 || joined.length > MAX_LIST_LENGTH) return spot.conflict(three);
  spot.touch();
  spot.keep(latest);
  return `[${joined.join(',')}]`;
}

/** The items of a JSON list of texts or numbers, each as JSON; undefined for any other text. */
function itemsIn(text: string): ReadonlySet<string> | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed)) return undefined;
  if (parsed.every((item) => typeof item === 'string'))
    return new Set(parsed.map((item) => JSON.stringify(item)));
  if (!parsed.every((item) => typeof item === 'number')) return undefined;
  // Numbers have no commas.
  const inside = text.trim().slice(1, -1);
  return new Set(inside.split(',').map((item) => item.trim()));
}

function isSameSet(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.size === other.size && [...one].every((item) => other.has(item));
}
