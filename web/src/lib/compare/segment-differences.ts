import { plansCopy as copy } from '@/copy/plans';
import { type Change } from '../plan/plan';
import { type SegmentDraft } from '../plan/drafts';
import { changedFields, matchTypeText, wholeConstraintText } from '../plan/words';
import { listDifferences } from './list-differences';

/**
 * What would have to change for the left segment to be as the right one; ids and dates say nothing, nor does the
 * order of constraints.
 */
export function segmentDifferences(left: SegmentDraft, right: SegmentDraft): readonly Change[] {
  const { name, description, matchType } = copy.subjects;
  const [before, after] = [constraintTexts(left), constraintTexts(right)];
  return [
    ...changedFields(copy.segment(right.key), [
      { name, before: left.name, after: right.name },
      { name: description, before: left.description, after: right.description },
      {
        name: matchType,
        before: matchTypeText(left.matchType),
        after: matchTypeText(right.matchType),
      },
    ]),
    ...listDifferences(without(before, after), without(after, before), () => copy.aConstraint),
  ];
}

function constraintTexts({ constraints }: SegmentDraft): readonly string[] {
  return constraints.map(wholeConstraintText);
}

/** The texts of the one list that the other does not have, as often as they are more. */
function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const rest = [...others];
  return texts.filter((text) => {
    const index = rest.indexOf(text);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}
