import type { FlagState } from '../flag-state';
import { flagParts } from '../parts/flag-parts';
import { changedParts, isSameInParts, type PartTable } from '../parts/part';
import { segmentParts } from '../parts/segment-parts';
import type { SegmentState } from '../segment-state';
import { tellDangling, variantsOf } from './dangling';
import { mergeOne } from '../merge/merge-named';
import { mergeParts } from '../parts/merge-parts';
import { Spot, type MergeReport, type Three } from '../merge/merge-report';

/**
 * Merges what there is of one flag; undefined if it is gone. With another type its rows mean something else, so whoever
 * changed those meanwhile is asked about the whole flag.
 */
export function mergeFlag(three: Three<FlagState | undefined>, report: MergeReport): FlagState | undefined {
  return mergeWhole(flagParts, three, report, (states) => {
    const { base, mine, latest } = states;
    const hasOther = (flag: FlagState, names: readonly (keyof FlagState)[]): boolean =>
      changedParts(flagParts, base, flag).some((name) => names.includes(name));
    const isTorn = (one: FlagState, other: FlagState): boolean =>
      one.type !== other.type &&
      hasOther(one, ['type']) &&
      hasOther(other, ['variants', 'rules', 'rollouts']);
    if (isTorn(mine, latest) || isTorn(latest, mine)) return new Spot(report, 'whole').conflict(states);
    const merged = mergeParts(flagParts, states, new Spot(report));
    tellDangling({ ...states, merged }, variantsOf({ ...states, merged }, report.conflicts), report);
    return merged;
  });
}

/**
 * Merges what there is of one segment; undefined if it is gone. Its constraints, and whether all of them have to hold,
 * are one condition: it is not changed by two people, each one half.
 */
export function mergeSegment(
  three: Three<SegmentState | undefined>,
  report: MergeReport,
): SegmentState | undefined {
  return mergeWhole(segmentParts, three, report, (states) => {
    const { base, mine, latest } = states;
    const isTorn = (one: SegmentState, other: SegmentState): boolean =>
      one.matchType !== base.matchType &&
      other.matchType === base.matchType &&
      !hasSameConstraints(base, other);
    if (!isTorn(mine, latest) && !isTorn(latest, mine))
      return mergeParts(segmentParts, states, new Spot(report));
    const chosen = new Spot(report, 'condition').conflict({
      base: conditionOf(base),
      mine: conditionOf(mine),
      latest: conditionOf(latest),
    });
    const others = {
      base: { ...base, ...chosen },
      mine: { ...mine, ...chosen },
      latest: { ...latest, ...chosen },
    };
    return mergeParts(segmentParts, others, new Spot(report));
  });
}

/** Merges a subject as a whole where a side has added it or taken it away, otherwise by its parts. */
function mergeWhole<S extends object>(
  table: PartTable<S>,
  three: Three<S | undefined>,
  report: MergeReport,
  mergeStates: (three: Three<S>) => S,
): S | undefined {
  const isSame = (one: S, other: S): boolean => isSameInParts(table, one, other);
  return mergeOne(
    three,
    {
      isEdited: (one, other) => !isSame(one, other),
      merge({ base, mine, latest }, spot) {
        if (isSame(mine, latest)) return latest;
        return base === undefined
          ? spot.conflict({ base, mine, latest })
          : mergeStates({ base, mine, latest });
      },
    },
    new Spot(report, 'whole'),
  );
}

type Condition = Pick<SegmentState, 'matchType' | 'constraints'>;

function conditionOf({ matchType, constraints }: SegmentState): Condition {
  return { matchType, constraints };
}

/** What is said of a constraint for people is no part of the condition. */
function hasSameConstraints(one: SegmentState, other: SegmentState): boolean {
  const undescribed = ({ constraints }: SegmentState): SegmentState['constraints'] =>
    constraints.map((constraint) => ({ ...constraint, description: '' }));
  return segmentParts.constraints.isSame(undescribed(one), undescribed(other));
}
