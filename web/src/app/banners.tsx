import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useSyncExternalStore } from 'react';
import { connectionLost } from '@/api/connection';
import { metaQuery } from '@/api/meta';
import { methodsQuery } from '@/api/methods';
import { type Meta } from '@/api/types';
import { useIsReadOnly } from '@/changes';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { shellCopy } from '@/copy/shell';

/** Pause before a lost server is asked again, in milliseconds. */
const ASK_EVERY = 5_000;

/** What holds for every page: nothing can be changed, or the connection is lost. */
export function Banners(): ReactElement {
  return (
    <aside aria-label={shellCopy.notices}>
      <ReadOnlyBanner />
      <OfflineBar />
    </aside>
  );
}

function ReadOnlyBanner(): ReactElement | null {
  const isReadOnly = useIsReadOnly();
  const { data: meta } = useQuery({ ...metaQuery(), enabled: false });
  if (!isReadOnly) return null;
  return <Banner full>{readOnlyText(meta?.storage)}</Banner>;
}

/** Says where flags are changed instead, as far as that is known. */
function readOnlyText(storage: Meta['storage'] | undefined): string {
  const copy = shellCopy.readOnly;
  switch (storage?.kind) {
    case 'local':
    case 'object':
      return copy.from(copy[storage.kind]);
    case 'database':
    case undefined:
      return copy.plain;
  }
}

function OfflineBar(): ReactElement | null {
  const isLost = useSyncExternalStore(connectionLost.subscribe, connectionLost.get);
  return isLost ? <LostConnection /> : null;
}

/** Asks what anybody may ask, until there is an answer; then reads again what could not be read. */
function LostConnection(): ReactElement {
  const client = useQueryClient();
  const server = useQuery({ ...methodsQuery(), refetchInterval: ASK_EVERY });
  useEffect(
    () => () => {
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
    },
    [client],
  );
  return (
    <Banner
      full
      live
      tone="warn"
      actions={
        <Button size="compact" busy={server.isFetching} onClick={() => void server.refetch()}>
          {shellCopy.offline.retry}
        </Button>
      }
    >
      {shellCopy.offline.text}
    </Banner>
  );
}
