import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { type AuditEvent, eventsQuery } from '@/api/audit-events';
import { Time } from '@/components/time';
import { activityCopy } from '@/copy/activity';
import { analyticsCopy as copy } from '@/copy/analytics';
import { type EvaluationPoint, spanOf } from '@/lib/evaluation-counts';
import { type Flag } from '@/lib/model';

const none: readonly AuditEvent[] = [];

/** What the audit log knows of the flag in the period of the points, a page at most. */
export function useCountChanges(
  { namespaceKey, key }: Flag,
  points: readonly EvaluationPoint[] | undefined,
): readonly AuditEvent[] {
  const span = spanOf(points ?? []);
  const { data } = useInfiniteQuery({
    ...eventsQuery({
      ...{ namespaceKey, flagKey: key },
      ...{ from: span?.from.toISOString(), to: span?.to.toISOString() },
    }),
    enabled: span !== undefined,
  });
  return data?.pages[0]?.events ?? none;
}

/** The changes that the chart marks, in words. */
export function CountChanges({ changes }: { readonly changes: readonly AuditEvent[] }): ReactElement | null {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="count-changes" className="flex flex-col gap-2">
      <h3 id="count-changes" className="font-medium">
        {copy.changes}
      </h3>
      <ul className="flex flex-col gap-1">
        {changes.map((event) => (
          <li key={event.id} className="flex flex-wrap gap-x-3 break-words">
            <span>
              {activityCopy.actor(event)} {activityCopy.happened(event)}
            </span>
            <span className="text-secondary text-muted">
              <Time timestamp={event.timestamp} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
