import { type Change } from '../plan/plan';
import { changeOf, creation, deletion } from '../plan/words';

/** What differs between two lists, place by place. @param subjectOf What is at a place, counted from 1. */
export function listDifferences(
  left: readonly string[],
  right: readonly string[],
  subjectOf: (position: number) => string,
): readonly Change[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [before, after, subject] = [left[index], right[index], subjectOf(index + 1)];
    if (before === after) return [];
    if (before === undefined) return after === undefined ? [] : [creation(subject, after)];
    return [after === undefined ? deletion(subject, before) : changeOf(subject, before, after)];
  }).flat();
}
