import { type ReactElement } from 'react';
import { KeyValue } from '@/components/key-value';
import { Time } from '@/components/time';
import { analyticsCopy } from '@/copy/analytics';
import { type FlagCounts, summaryOf } from '@/lib/evaluation-counts';
import { formatCount } from '@/lib/numbers';

const copy = analyticsCopy;

/** What there is to say of the counts of a period, and when the flag was evaluated at all. */
export function CountFacts({ points, lastEvaluatedAt }: FlagCounts): ReactElement {
  const { total, peak, last } = summaryOf(points);
  return (
    <KeyValue
      items={[
        { label: copy.total, value: formatCount(total) },
        ...(peak === undefined
          ? []
          : [
              {
                label: copy.peak,
                value: (
                  <>
                    {formatCount(peak.evaluations)}, <Time timestamp={peak.at.toISOString()} />
                  </>
                ),
              },
            ]),
        ...(last === undefined
          ? []
          : [{ label: copy.last, value: <Time timestamp={last.at.toISOString()} /> }]),
        ...(lastEvaluatedAt === undefined
          ? []
          : [{ label: copy.lastEvaluated, value: <Time timestamp={lastEvaluatedAt} /> }]),
      ]}
    />
  );
}
