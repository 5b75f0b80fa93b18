import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { segmentsQuery } from '@/api/segments';
import { useNamespaceKey } from '@/app/namespace';
import { useSearchState } from '@/app/search-state';
import { useTitle } from '@/app/title';
import { DataState } from '@/components/data-state';
import { PageHeader } from '@/components/page-header';
import { commonCopy } from '@/copy/common';
import { segmentsCopy as copy } from '@/copy/segments';
import * as z from '@/lib/zod';
import { constraintCount } from './match-text';
import { NewSegmentForm } from './details/new-segment-form';

const search = z.object({ from: z.optional(z.string()) });

/** Creates a segment, or a copy of one. */
export function Component(): ReactElement {
  useTitle(commonCopy.pages.newSegment);
  const namespaceKey = useNamespaceKey();
  const [{ from }] = useSearchState(search);
  const query = useQuery(segmentsQuery(namespaceKey));
  const original = query.data?.find(({ key }) => key === from);
  return (
    <div className="max-w-180">
      <PageHeader
        title={commonCopy.pages.newSegment}
        description={
          original === undefined
            ? copy.purpose
            : copy.duplicateOf(original.key, constraintCount(original.constraints.length))
        }
      />
      <DataState query={query} what={copy.what}>
        {(segments) => (
          <NewSegmentForm
            key={from}
            namespaceKey={namespaceKey}
            takenKeys={segments.map(({ key }) => key)}
            original={original}
          />
        )}
      </DataState>
    </div>
  );
}
