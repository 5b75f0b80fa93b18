import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactElement, Suspense } from 'react';
import { metaQuery } from '@/api/meta';
import { KeyValue } from '@/components/key-value';
import { Time } from '@/components/time';
import { Card } from '@/components/ui/card';
import { flagCopy } from '@/copy/flag';
import { type Flag } from '@/lib/model';
import { MetadataSummary } from './metadata-summary';
import { UsedSegments } from './used-segments';

// Finding mistakes asks the evaluator, which what is read first does not need.
const FlagFindings = lazy(async () => ({ default: (await import('./flag-findings')).FlagFindings }));

// Most servers do not count.
const FlagEvaluations = lazy(async () => ({
  default: (await import('./flag-evaluations')).FlagEvaluations,
}));

/** What is good to know beside the settings of a flag. */
export function FlagRail({ flag }: { readonly flag: Flag }): ReactElement {
  const copy = flagCopy.rail;
  const { data: meta } = useQuery(metaQuery());
  return (
    <aside aria-label={copy.label} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
      <Suspense>
        <FlagFindings flag={flag} />
      </Suspense>
      {meta?.hasAnalytics === true && (
        <Suspense>
          <FlagEvaluations flag={flag} />
        </Suspense>
      )}
      <UsedSegments flag={flag} />
      <Card title={copy.metadata}>
        <MetadataSummary metadata={flag.metadata ?? {}} />
      </Card>
      <Card title={copy.facts}>
        <KeyValue
          items={[
            { label: copy.created, value: <Time timestamp={flag.createdAt} /> },
            { label: copy.updated, value: <Time timestamp={flag.updatedAt} /> },
          ]}
        />
      </Card>
    </aside>
  );
}
