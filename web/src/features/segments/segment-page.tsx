import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { useParams } from 'react-router';
import { isNotFound } from '@/api/api-error';
import { segmentQuery } from '@/api/segments';
import { namespacePath, useNamespaceKey } from '@/app/namespace';
import { useTitle } from '@/app/title';
import { useIsBeingDeleted } from '@/changes';
import { CopyButton } from '@/components/copy-button';
import { DataState } from '@/components/data-state';
import { KeyValue } from '@/components/key-value';
import { PageHeader } from '@/components/page-header';
import { Time } from '@/components/time';
import { Card } from '@/components/ui/card';
import { Chip } from '@/components/ui/chip';
import { keyClasses } from '@/components/unbroken';
import { segmentsCopy as copy } from '@/copy/segments';
import { useNamespaceNews } from '@/index';
import { type Segment } from '@/lib/model';
import { ConstraintsCard } from './constraints/constraints-card';
import { DetailsCard } from './details/details-card';
import { ActionsMenu } from './header/actions-menu';
import { matchText } from './match-text';
import { SegmentMissing } from './segment-missing';
import { TesterCard } from './tester/tester-card';
import { UsedInFlags } from './use/used-in-flags';

/** One segment: whom it holds, where it is used, and whether somebody is in it. */
export function Component(): ReactElement {
  const { segmentKey = '' } = useParams();
  // Another segment is another page: nothing that was entered for one belongs to the next.
  return <SegmentPage key={segmentKey} segmentKey={segmentKey} />;
}

function SegmentPage({ segmentKey }: { readonly segmentKey: string }): ReactElement {
  const namespaceKey = useNamespaceKey();
  const options = segmentQuery(namespaceKey, segmentKey);
  const query = useQuery(options);
  const isBeingDeleted = useIsBeingDeleted(namespacePath(namespaceKey, 'segments', segmentKey));
  useTitle(query.data?.name ?? segmentKey);
  useNamespaceNews(namespaceKey, options.queryKey);

  if (isNotFound(query.error) && !isBeingDeleted) {
    return <SegmentMissing namespaceKey={namespaceKey} segmentKey={segmentKey} lastKnown={query.data} />;
  }
  return (
    <DataState query={query} what={copy.whatOne}>
      {(segment) => <SegmentView segment={segment} />}
    </DataState>
  );
}

function SegmentView({ segment }: { readonly segment: Segment }): ReactElement {
  return (
    <>
      <PageHeader
        title={segment.name}
        badges={
          <>
            <code className={keyClasses(segment.key)}>{segment.key}</code>
            <CopyButton text={segment.key} label={copy.copyKey} />
            <Chip>{matchText(segment)}</Chip>
          </>
        }
        actions={<ActionsMenu segment={segment} />}
      />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,55rem)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <DetailsCard segment={segment} />
          <ConstraintsCard segment={segment} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <UsedInFlags segment={segment} />
          <TesterCard segment={segment} />
          <Card title={copy.facts.title}>
            <KeyValue
              items={[
                { label: copy.facts.created, value: <Time timestamp={segment.createdAt} /> },
                { label: copy.facts.updated, value: <Time timestamp={segment.updatedAt} /> },
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  );
}
