import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { Outlet } from 'react-router';
import { sessionQuery } from '@/api/session';
import { ChangesHost, PlansProvider, WriteStateProvider } from '@/changes';
import { SessionDialog } from './session-dialog';
import { ServerUnreachable } from './server-unreachable';
import { ShortcutHelp } from './shortcut-help';
import { useShortcutKeys } from './shortcut-keys';
import { useOtherTabs } from './sign-out';
import { useOwnDrafts } from './own-drafts';
import { StartSkeleton } from './start-skeleton';
import { useAppearance } from './appearance';

/** What all pages share; it finds out who asks before any of them is shown. */
export function Root(): ReactElement {
  const session = useQuery(sessionQuery());
  useAppearance();
  useShortcutKeys();
  useOtherTabs();
  useFreshReturn();
  const isOwn = useOwnDrafts(session.data);
  if (session.data === undefined) {
    return session.isError ? <ServerUnreachable onRetry={() => void session.refetch()} /> : <StartSkeleton />;
  }
  return (
    <WriteStateProvider>
      <PlansProvider>
        {isOwn && <Outlet />}
        <ChangesHost />
        <SessionDialog />
        <ShortcutHelp />
      </PlansProvider>
    </WriteStateProvider>
  );
}

/** A page that the browser brings back as it was may belong to someone who has signed out. */
function useFreshReturn(): void {
  const client = useQueryClient();
  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) void client.resetQueries();
    };
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('pageshow', onShow);
    };
  }, [client]);
}
