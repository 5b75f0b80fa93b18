import { segmentsCopy as copy } from '@/copy/segments';
import { type Segment } from '@/lib/model';
import { formatCounted } from '@/lib/numbers';

/** Whom a segment holds, as in `All of 3 constraints`. */
export function matchText({ matchType, constraints }: Pick<Segment, 'matchType' | 'constraints'>): string {
  if (constraints.length === 0) return copy.everyone;
  const counted = constraintCount(constraints.length);
  return matchType === 'all' ? copy.allOf(counted) : copy.anyOf(counted);
}

/** As in `3 constraints`. */
export function constraintCount(count: number): string {
  return formatCounted(count, copy.constraint);
}
