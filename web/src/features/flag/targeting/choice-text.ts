import { targetingCopy as copy } from '@/copy/targeting';
import { type SegmentChoice } from '@/lib/model';

/** The segments of a rule or rollout in words, as in `Any of beta, staff`; their order says nothing. */
export function choiceText({ segmentKeys, segmentOperator }: SegmentChoice): string {
  const names = segmentKeys.toSorted().join(', ');
  if (segmentKeys.length < 2) return names;
  return `${segmentOperator === 'AND_SEGMENT_OPERATOR' ? copy.allOf : copy.anyOf} ${names}`;
}
