import { type Instant } from '@pennon/domain';
import { type EvaluationCountQuery } from '@pennon/storage';

/** Where each step of the span begins, in order. */
export function beginningsOf({ from, to, step }: EvaluationCountQuery): readonly Instant[] {
  const beginnings: Instant[] = [];
  for (let begun = from; begun < to; begun += step) beginnings.push(begun);
  return beginnings;
}

/** RFC 3339 to the second: a step begins at a whole one. */
export function timestampText(instant: Instant): string {
  return new Date(instant / 1000).toISOString().replace('.000Z', 'Z');
}
