import { quote } from '@pennon/domain';
import type { SegmentState } from '@pennon/state';

/** Longest text of a condition in a warning, in UTF-16 units. */
const MAX_LENGTH = 200;

/** True if both segments match the same entities as far as their text says; the order of constraints means nothing. */
export function isSameCondition(one: SegmentState, other: SegmentState): boolean {
  return JSON.stringify(conditionOf(one)) === JSON.stringify(conditionOf(other));
}

/**
 * Warnings of segments that flags look at and that are others than where the flags come from.
 *
 * @param taken As they are in the namespace that the flags come from.
 * @param kept As they are, and stay, in the namespace that the flags go to.
 */
export function differenceWarnings(
  from: string,
  taken: readonly SegmentState[],
  to: string,
  kept: readonly SegmentState[],
): readonly string[] {
  const byKey = new Map(kept.map((segment) => [segment.key, segment]));
  return taken.flatMap((segment) => {
    const present = byKey.get(segment.key);
    if (present === undefined || isSameCondition(segment, present)) return [];
    return [
      `segment ${quote(segment.key)} differs: in namespace ${quote(from)} it is ${textOf(segment)}, and in ` +
        `${quote(to)} it is ${textOf(present)}; take it with ALL`,
    ];
  });
}

/** What decides whom a segment matches. */
function conditionOf({ matchType, constraints }: SegmentState): readonly unknown[] {
  const parts = constraints.map(({ type, property, operator, value }) =>
    JSON.stringify([type, property, operator, value]),
  );
  return [matchType, parts.sort()];
}

function textOf({ matchType, constraints }: SegmentState): string {
  if (constraints.length === 0) return 'everybody';
  const parts = constraints.map(({ property, operator, value }) => `${property} ${operator} ${value}`.trim());
  const text = parts.join(matchType === 'all' ? ' and ' : ' or ');
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).toWellFormed()}…`;
}
