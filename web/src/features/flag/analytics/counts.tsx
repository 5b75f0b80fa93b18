import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { evaluationCountsQuery } from '@/api/analytics';
import { DataState } from '@/components/data-state';
import { downloadText } from '@/components/download-text';
import { EmptyState } from '@/components/empty-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { analyticsCopy } from '@/copy/analytics';
import { commonCopy } from '@/copy/common';
import { csvOf, type EvaluationPoint, stepOf } from '@/lib/evaluation-counts';
import { parseTimestamp } from '@/lib/time';
import { type FlagOutlet } from '../flag-outlet';
import { CountChanges, useCountChanges } from './count-changes';
import { CountChart } from './count-chart';
import { CountFacts } from './count-facts';
import { CountTable } from './count-table';
import { PeriodField, usePeriod } from './period-field';

const copy = analyticsCopy;

/** How often counts are asked for when that is wanted, in milliseconds (dashboard.md AN-2). */
const REFRESH_EVERY = 10_000;

/** Evaluations of the flag over time (dashboard.md AN-1 to AN-4). */
export function Counts({ namespaceKey, flag }: FlagOutlet): ReactElement {
  const period = usePeriod();
  const [isRefreshing, setRefreshing] = useState(false);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const query = useQuery({
    ...evaluationCountsQuery(namespaceKey, flag.key, period.span ?? { minutes: 60 }),
    enabled: period.span !== undefined,
    // A page that nobody sees asks nothing.
    ...(isRefreshing && { refetchInterval: REFRESH_EVERY, refetchIntervalInBackground: false }),
  });
  const changes = useCountChanges(flag, query.data);
  const step = stepOf(query.data ?? []);
  return (
    <Card
      title={commonCopy.pages.analytics}
      description={step === undefined ? undefined : copy.resolution(step)}
      className="max-w-[55rem]"
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <PeriodField {...period} />
          <Segmented
            label={copy.view}
            value={view}
            onChange={setView}
            options={[
              { value: 'chart', label: copy.chart },
              { value: 'table', label: copy.table },
            ]}
          />
          <Button
            aria-pressed={isRefreshing}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => {
              setRefreshing(!isRefreshing);
            }}
          >
            {copy.refresh}
          </Button>
        </div>
        {period.span !== undefined && (
          <DataState
            query={query}
            what={copy.what}
            isEmpty={hasNone}
            empty={<EmptyState title={copy.empty} description={copy.scope} />}
          >
            {(points) => (
              <>
                {view === 'chart' ? (
                  <CountChart
                    points={points}
                    changes={changes.flatMap(({ timestamp }) => parseTimestamp(timestamp) ?? [])}
                  />
                ) : (
                  <CountTable points={points} />
                )}
                <CountFacts points={points} />
                <CountChanges changes={changes} />
                <Button
                  size="compact"
                  className="self-start"
                  icon={<Download aria-hidden size={16} />}
                  onClick={() => {
                    downloadText(`${namespaceKey}-${flag.key}-evaluations.csv`, 'text/csv', csvOf(points));
                  }}
                >
                  {copy.download}
                </Button>
                <p className="max-w-[72ch] text-secondary text-muted">{copy.scope}</p>
              </>
            )}
          </DataState>
        )}
      </div>
    </Card>
  );
}

function hasNone(points: readonly EvaluationPoint[]): boolean {
  return points.every(({ evaluations }) => evaluations === 0);
}
