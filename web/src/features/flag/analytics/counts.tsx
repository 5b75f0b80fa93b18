import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { valueCountsQuery } from '@/api/analytics';
import { DataState } from '@/components/data-state';
import { downloadText } from '@/components/download-text';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { analyticsCopy } from '@/copy/analytics';
import { commonCopy } from '@/copy/common';
import { csvOf, type FlagCounts, stepOf } from '@/lib/evaluation-counts';
import { parseTimestamp } from '@/lib/time';
import { type FlagOutlet } from '../flag-outlet';
import { CountChanges, useCountChanges } from './count-changes';
import { CountChart } from './count-chart';
import { CountFacts } from './count-facts';
import { CountTable } from './count-table';
import { NoCounts } from './no-counts';
import { PeriodField, usePeriod } from './period-field';
import { type ShownValue, shownValues } from './shown-values';
import { ValueLegend } from './value-legend';

const copy = analyticsCopy;

/** How often counts are asked for when that is wanted, in milliseconds. */
const REFRESH_EVERY = 10_000;

/** What stands for all together. */
const together: readonly ShownValue[] = [];

/** Evaluations of the flag over time. */
export function Counts({ namespaceKey, flag }: FlagOutlet): ReactElement {
  const period = usePeriod();
  const [isRefreshing, setRefreshing] = useState(false);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [split, setSplit] = useState<'total' | 'value'>('total');
  const query = useQuery({
    ...valueCountsQuery(namespaceKey, flag.key, period.span ?? { minutes: 60 }),
    enabled: period.span !== undefined,
    // A page that nobody sees asks nothing.
    ...(isRefreshing && { refetchInterval: REFRESH_EVERY, refetchIntervalInBackground: false }),
  });
  const changes = useCountChanges(flag, query.data?.points);
  const step = stepOf(query.data?.points ?? []);
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
          <Segmented
            label={copy.split}
            value={split}
            onChange={setSplit}
            options={[
              { value: 'total', label: copy.total },
              { value: 'value', label: copy.byValue },
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
            empty={<NoCounts lastEvaluatedAt={query.data?.lastEvaluatedAt} />}
          >
            {(counts) => {
              const values = split === 'value' ? shownValues(flag, counts) : together;
              const { points } = counts;
              return (
                <>
                  {view === 'chart' ? (
                    <CountChart
                      points={points}
                      values={values}
                      changes={changes.flatMap(({ timestamp }) => parseTimestamp(timestamp) ?? [])}
                    />
                  ) : (
                    <CountTable points={points} values={values} />
                  )}
                  {values.length > 0 && <ValueLegend values={values} />}
                  <CountFacts {...counts} />
                  <CountChanges changes={changes} />
                  <Button
                    size="compact"
                    className="self-start"
                    icon={<Download aria-hidden size={16} />}
                    onClick={() => {
                      const names = values.map(({ label }) => label);
                      downloadText(
                        `${namespaceKey}-${flag.key}-evaluations.csv`,
                        'text/csv',
                        csvOf(points, names),
                      );
                    }}
                  >
                    {copy.download}
                  </Button>
                  <p className="max-w-[72ch] text-secondary text-muted">{copy.scope}</p>
                </>
              );
            }}
          </DataState>
        )}
      </div>
    </Card>
  );
}

function hasNone({ points }: FlagCounts): boolean {
  return points.every(({ evaluations }) => evaluations === 0);
}
