import { useLayoutEffect, useSyncExternalStore } from 'react';
import { type Session } from '@/api/session';
import { claimDrafts, useNotify } from '@/changes';
import { shellCopy } from '@/copy/shell';
import { createStore } from '@/lib/store';
import { ownerOf } from './person';

/** Whose drafts there are. */
const claimed = createStore<string | undefined>(undefined);

/**
 * Discards the drafts of another person than the one who has signed in, and tells of it. True once
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
