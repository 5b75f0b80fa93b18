import { useQuery } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { isForbidden } from '@/api/api-error';
import { segmentsQuery } from '@/api/segments';
import { namespacePath, useNamespaceKey } from '@/app/namespace';
import { useShortcut } from '@/app/shortcuts';
import { useTitle } from '@/app/title';
import { useWriteBlock } from '@/changes';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { PageHeader } from '@/components/page-header';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { commonCopy } from '@/copy/common';
import { segmentsCopy as copy } from '@/copy/segments';
import { SegmentsList } from './list/segments-list';

/** The segments of a namespace, and where they are used. */
export function Component(): ReactElement {
  useTitle(commonCopy.pages.segments);
  const namespaceKey = useNamespaceKey();
  const navigate = useNavigate();
  const query = useQuery(segmentsQuery(namespaceKey));
  const { where, create } = copy.shortcuts;
  const openNew = (): void => void navigate(namespacePath(namespaceKey, 'segments', 'new'));
  useShortcut('n', openNew, { label: create, where });
  const isEmpty = query.data?.length === 0;
  return (
    <>
      <PageHeader
        title={commonCopy.pages.segments}
        badges={query.data !== undefined && <Badge count={query.data.length} of={copy.ofSegments} />}
        actions={!isEmpty && <NewSegmentButton onClick={openNew} />}
      />
      <DataState
        query={query}
        what={copy.what}
        isEmpty={(segments) => segments.length === 0}
        empty={
          <EmptyState
            icon={<Users aria-hidden size={24} />}
            title={copy.purpose}
            action={
              <>
                <NewSegmentButton onClick={openNew} />
                <Link to="/support">{copy.empty.help}</Link>
              </>
            }
          />
        }
        renderError={(error) =>
          isForbidden(error) && (
            <EmptyState title={copy.empty.notAllowed(namespaceKey)} description={copy.empty.askSomeone} />
          )
        }
      >
        {(segments) => <SegmentsList namespaceKey={namespaceKey} segments={segments} />}
      </DataState>
    </>
  );
}

function NewSegmentButton({ onClick }: { readonly onClick: () => void }): ReactElement {
  const block = useWriteBlock(copy.actions.create);
  return (
    <Button variant="primary" icon={<Plus aria-hidden size={16} />} blocked={block} onClick={onClick}>
      {copy.newSegment}
    </Button>
  );
}
