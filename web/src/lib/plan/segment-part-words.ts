import { type ConstraintState, type SegmentState, segmentParts } from '@pennon/state';
import { comparisonTypesCopy } from '@/copy/comparison-types';
import { plansCopy as copy } from '@/copy/plans';
import { bracketed, type Line, listed, nothing, sentence, textsOf } from './lines';
import { partChanges, type StateWords, valueWords } from './part-changes';
import { type Change } from './plan';
import { setWords } from './row-words';
import { matchTypeText } from './words';

const { subjects } = copy;

const comparisonLine: Line<ConstraintState> = {
  type: nothing,
  property: ({ property }) => property,
  operator: ({ operator }) => operator,
  value: ({ value }) => value,
  description: nothing,
};

/** A constraint as one line, as in `Number: age gte 18 (adults)`. */
export function constraintText(constraint: ConstraintState): string {
  const type = comparisonTypesCopy[constraint.type];
  const comparison = sentence(textsOf(comparisonLine, constraint));
  return sentence([copy.field(type, comparison), bracketed(constraint.description)]);
}

const segmentLine: Line<SegmentState> = {
  name: ({ name }) => name,
  description: ({ description }) => description,
  matchType: ({ matchType, constraints }) => {
    const match = matchTypeText(matchType);
    return constraints.length === 0 ? match : copy.field(match, constraints.map(constraintText).join(', '));
  },
  constraints: nothing,
};

/** A segment as one line, as in `Germans, All of: String: country eq DE`. */
export function segmentText(segment: SegmentState): string {
  return listed(textsOf(segmentLine, segment));
}

export const segmentPartWords: StateWords<SegmentState> = {
  name: valueWords(subjects.name),
  description: valueWords(subjects.description),
  matchType: valueWords(subjects.matchType, matchTypeText),
  constraints: setWords(segmentParts.constraints, {
    subjectOf: ({ property }) => copy.constraint(property),
    textOf: constraintText,
  }),
};

/** What changes a segment from one state to the other, in words. */
export function segmentChanges(from: SegmentState, to: SegmentState): readonly Change[] {
  return partChanges(segmentParts, segmentPartWords, copy.segment(to.key), from, to);
}
