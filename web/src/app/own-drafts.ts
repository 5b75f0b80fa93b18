import { useLayoutEffect, useSyncExternalStore } from 'react';
import { type Session } from '@/api/session';
import { claimDrafts, useNotify } from '@/changes';
import { shellCopy } from '@/copy/shell';
import { createStore } from '@/lib/store';
import { personOf } from './person';

/** Whose drafts there are. */
const claimed = createStore<string | undefined>(undefined);

/**
 * Discards the drafts of another person than the one who has signed in, and tells of it (dashboard.md 7, 13). True once
 * that is done: forms read their drafts as soon as they are shown, so no page is before.
 */
export function useOwnDrafts(session: Session | undefined): boolean {
  const notify = useNotify();
  const owner = ownerOf(session);
  const current = useSyncExternalStore(claimed.subscribe, claimed.get);
  useLayoutEffect(() => {
    if (owner === undefined) return;
    if (claimDrafts(owner)) notify.info(shellCopy.session.otherPerson);
    claimed.set(owner);
  }, [owner, notify]);
  return owner === undefined || owner === current;
}

/** Undefined for nobody, whose sign-in the drafts wait for, and where nobody signs in. */
function ownerOf(session: Session | undefined): string | undefined {
  switch (session?.kind) {
    case 'person':
      return personOf(session.self);
    case 'token':
      return session.self === undefined ? `token of ${session.namespaceKey}` : personOf(session.self);
    default:
      return undefined;
  }
}
