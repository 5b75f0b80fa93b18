import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { Outlet, useParams } from 'react-router';
import { isNotFound } from '@/api/api-error';
import { flagQuery } from '@/api/flags';
import { namespacePath, useNamespaceKey } from '@/app/namespace';
import { useTitle } from '@/app/title';
import { useIsBeingDeleted } from '@/changes';
import { DataState } from '@/components/data-state';
import { flagCopy } from '@/copy/flag';
import { useNamespaceNews } from '@/index';
import { FlagMissing } from './flag-missing';
import { type FlagOutlet } from './flag-outlet';
import { FlagSkeleton } from './flag-skeleton';
import { FlagHeader } from './header/flag-header';
import { SectionLinks } from './header/section-links';
import { UnsavedEditsProvider } from './unsaved-edits';

/** One flag: who gets what, and why. */
export function Component(): ReactElement {
  const { flagKey = '' } = useParams();
  // Another flag is another page: nothing that was opened or entered for one belongs to the next.
  return <FlagPage key={flagKey} flagKey={flagKey} />;
}

function FlagPage({ flagKey }: { readonly flagKey: string }): ReactElement {
  const namespaceKey = useNamespaceKey();
  const query = useQuery(flagQuery(namespaceKey, flagKey));
  const isBeingDeleted = useIsBeingDeleted(namespacePath(namespaceKey, 'flags', flagKey));
  useTitle(query.data?.name ?? flagKey);
  useNamespaceNews(namespaceKey, flagQuery(namespaceKey, flagKey).queryKey);

  if (isNotFound(query.error) && !isBeingDeleted) {
    return <FlagMissing namespaceKey={namespaceKey} flagKey={flagKey} lastKnown={query.data} />;
  }
  return (
    <DataState query={query} what={flagCopy.what} skeleton={<FlagSkeleton />}>
      {(flag) => (
        <UnsavedEditsProvider>
          <div className="flex flex-col gap-4">
            <FlagHeader flag={flag} />
            <SectionLinks flag={flag} />
            <Outlet context={{ namespaceKey, flag } satisfies FlagOutlet} />
          </div>
        </UnsavedEditsProvider>
      )}
    </DataState>
  );
}
