import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { isForbidden } from '@/api/api-error';
import { flagsQuery } from '@/api/flags';
import { namespacePath, useNamespaceKey } from '@/app/namespace';
import { useShortcut } from '@/app/shortcuts';
import { useTitle } from '@/app/title';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { PageHeader } from '@/components/page-header';
import { Badge } from '@/components/ui/badge';
import { commonCopy } from '@/copy/common';
import { flagsCopy } from '@/copy/flags';
import { ImportFlags, TransferMenu } from '@/features/transfer';
import { FlagsList } from './flags-list';
import { NewFlagButton } from './new-flag-button';

// Most namespaces have flags.
const FirstFlags = lazy(async () => ({ default: (await import('./first-flags')).FirstFlags }));

/** Finds flags, shows their state, and switches them. */
export function Component(): ReactElement {
  useTitle(commonCopy.pages.flags);
  const copy = flagsCopy.empty;
  const namespaceKey = useNamespaceKey();
  const navigate = useNavigate();
  const query = useQuery(flagsQuery(namespaceKey));
  const { where, create } = flagsCopy.shortcuts;
  const openNew = (): void => void navigate(namespacePath(namespaceKey, 'flags', 'new'));
  const [isImporting, setImporting] = useState(false);
  const openImport = (): void => {
    setImporting(true);
  };
  useShortcut('n', openNew, { label: create, where });
  return (
    <>
      <PageHeader
        title={commonCopy.pages.flags}
        badges={query.data !== undefined && <Badge count={query.data.length} of={flagsCopy.ofFlags} />}
        actions={
          <>
            {query.data !== undefined && (
              <TransferMenu namespaceKey={namespaceKey} flags={query.data} onImport={openImport} />
            )}
            <NewFlagButton onClick={openNew} />
          </>
        }
      />
      <DataState
        query={query}
        what={flagsCopy.ofFlags}
        isEmpty={(flags) => flags.length === 0}
        empty={
          <Suspense>
            <FirstFlags onNew={openNew} onImport={openImport} />
          </Suspense>
        }
        renderError={(error) =>
          isForbidden(error) && (
            <EmptyState title={copy.notAllowed(namespaceKey)} description={copy.askSomeone} />
          )
        }
      >
        {(flags) => <FlagsList namespaceKey={namespaceKey} flags={flags} />}
      </DataState>
      <ImportFlags
        open={isImporting}
        namespaceKey={namespaceKey}
        onClose={() => {
          setImporting(false);
        }}
      />
    </>
  );
}
