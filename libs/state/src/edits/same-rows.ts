import type { FlagState } from '../flag-state';
import { pairRows, type RowLikeness } from '../merge/pair-rows';
import { rolloutLaw, ruleLaw } from '../parts/row-laws';
import type { EditSpot, FlagEdit } from './edit';

/**
 * Refuses an edit of a row by its rank if another row has taken its place.
 *
 * @param shown The flag as it was when the edit was made.
 * @throws FailedPreconditionError
 */
export function assertSameRows(
  { percentage, weights }: FlagEdit,
  { shown, present }: { readonly shown: FlagState; readonly present: FlagState },
  spot: EditSpot,
): void {
  const assertSame = <Row>(
    noun: string,
    rank: number | undefined,
    [before, after]: readonly [readonly Row[], readonly Row[]],
    likeness: RowLikeness<Row>,
  ): void => {
    if (rank !== undefined && pairRows(before, after, likeness)[rank - 1] !== rank - 1)
      spot.fail('rank', `has another ${noun} at rank ${rank} than when the edit was made`);
  };
  assertSame('rollout', percentage?.rank, [shown.rollouts, present.rollouts], rolloutLaw);
  assertSame('rule', weights?.rank, [shown.rules, present.rules], ruleLaw);
}
