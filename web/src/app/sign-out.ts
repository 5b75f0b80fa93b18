import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { forgetPerson, signOut } from '@/api/session';
import { forgetDrafts, forgetHistory, useNotify } from '@/changes';
import { shellCopy } from '@/copy/shell';
import { useSession } from './use-session';

/** Where tabs of one browser tell each other that the person has signed out. */
const CHANNEL = 'pennon';
const SIGNED_OUT = 'signed-out';

/** Forgets who was signed in and what they saw and did, but for their drafts: they may come back to those. */
export function forgetVisit(client: QueryClient): void {
  forgetPerson(client);
  forgetHistory();
}

/** Ends the session here, on the server and in the other tabs. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const session = useSession();
  const notify = useNotify();
  return useCallback(async () => {
    const isToldToServer = await signOut(client, session);
    forgetVisit(client);
    forgetDrafts();
    if (session.kind === 'person') {
      const channel = new BroadcastChannel(CHANNEL);
      channel.postMessage(SIGNED_OUT);
      channel.close();
    }
    if (!isToldToServer) notify.error(shellCopy.user.notTold);
  }, [client, session, notify]);
}

/** Follows a sign-out in another tab, unless this one has a token of its own. */
export function useOtherTabs(): void {
  const client = useQueryClient();
  const { kind } = useSession();
  useEffect(() => {
    if (kind !== 'person') return undefined;
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data !== SIGNED_OUT) return;
      forgetVisit(client);
      forgetDrafts();
    };
    return () => {
      channel.close();
    };
  }, [client, kind]);
}
