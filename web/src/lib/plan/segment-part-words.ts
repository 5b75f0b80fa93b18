import { type ConstraintState, type SegmentState, segmentParts } from '@pennon/state';
import { comparisonTypesCopy } from '@/copy/comparison-types';
import { plansCopy as copy } from '@/copy/plans';
import { wireTypes } from '../constraints/comparison-types';
import { bracketed, type Line, listed, nothing, sentence, textsOf } from './lines';
import { setWords, type StateWords, valueWords } from './part-changes';
import { matchTypeText } from './words';

const { subjects } = copy;

const comparisonLine: Line<ConstraintState> = {
  type: nothing,
  property: ({ property }) => property,
  operator: ({ operator }) => operator,
  value: ({ value }) => value,
  description: nothing,
};

/** What a constraint compares, as in `age gte 18`. */
export function comparisonText(constraint: ConstraintState): string {
  return sentence(textsOf(comparisonLine, constraint));
}

/** The same with the type, as in `Number: age gte 18`. */
export function typedComparisonText(constraint: ConstraintState): string {
  return copy.field(comparisonTypesCopy[wireTypes[constraint.type]], comparisonText(constraint));
}

/** A constraint as one line, as in `Number: age gte 18 (adults)`. */
export function constraintText(constraint: ConstraintState): string {
  return sentence([typedComparisonText(constraint), bracketed(constraint.description)]);
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
  constraints: setWords(segmentParts.constraints, copy.aConstraint, constraintText),
};
