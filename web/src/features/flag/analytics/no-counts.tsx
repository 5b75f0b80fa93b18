import { type ReactElement } from 'react';
import { EmptyState } from '@/components/empty-state';
import { Time } from '@/components/time';
import { analyticsCopy as copy } from '@/copy/analytics';
import { type FlagCounts } from '@/lib/evaluation-counts';

/** That nothing was counted in a period, and when something was, be it not in this period. */
export function NoCounts({ lastEvaluatedAt }: Pick<FlagCounts, 'lastEvaluatedAt'>): ReactElement {
  return (
    <EmptyState
      title={copy.empty}
      description={
        <>
          {lastEvaluatedAt !== undefined && (
            <p>
              {copy.lastEvaluated} <Time timestamp={lastEvaluatedAt} />
            </p>
          )}
          <p>{copy.scope}</p>
        </>
      }
    />
  );
}
