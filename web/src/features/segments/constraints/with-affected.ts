import { segmentsCopy as copy } from '@/copy/segments';
import { type Plan } from '@/lib/plan';

/** The plan, its diff naming the flags that answer by what it changes. */
export function withAffected(plan: Plan, flagKeys: readonly string[]): Plan {
  if (flagKeys.length === 0 || plan.changes.length === 0) return plan;
  const affected = { kind: 'update', subject: copy.affected, after: flagKeys.join(', ') } as const;
  return { ...plan, changes: [...plan.changes, affected] };
}
