import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { sessionQuery } from '@/api/session';

/** What forms hold while somebody signs in again; secrets are never put here. */
const PREFIX = 'pennon.draft.';

/** Whose they are: a sign-in in the same tab may leave the page, and forgets who was here before. */
const OWNER = 'pennon.owner';

/**
 * Keeps the values of a form in the session storage while it is dirty, and gives what was kept when the form is opened
 * again: null the first time. `name` says which form of which thing it is. A form that is left while its person is
 * signed in was saved or discarded, and keeps nothing.
 */
export function useDraft(name: string, values: object | undefined): unknown {
  const [kept] = useState(() => read(name));
  const client = useQueryClient();
  // Before the page shows that something was saved, nothing of it is left to come back.
  useLayoutEffect(() => {
    write(name, values);
  }, [name, values]);
  useEffect(
    () => () => {
      if (client.getQueryData(sessionQuery().queryKey)?.kind !== 'signed-out') write(name, undefined);
    },
    [client, name],
  );
  return kept;
}

function write(name: string, values: object | undefined): void {
  try {
    if (values === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {
    // Storage is blocked or full: there is no draft.
  }
}

/** Forgets all drafts, as those of another person. */
export function forgetDrafts(): void {
  try {
    for (const name of [OWNER, ...draftNames()]) sessionStorage.removeItem(name);
  } catch {
    // Storage is blocked: there are none.
  }
}

/**
 * Makes what is typed from now on the drafts of `owner`; true when there were some of another person, which are gone.
 */
export function claimDrafts(owner: string): boolean {
  try {
    const isOthers = ![null, owner].includes(sessionStorage.getItem(OWNER)) && draftNames().length > 0;
    if (isOthers) forgetDrafts();
    sessionStorage.setItem(OWNER, owner);
    return isOthers;
  } catch {
    // Storage is blocked: there are none.
    return false;
  }
}

/** True where something was kept of that form, or of one that was opened from it. */
export function hasDraft(form: string): boolean {
  try {
    const name = PREFIX + form;
    return draftNames().some((other) => other === name || other.startsWith(`${name}/`));
  } catch {
    // Storage is blocked: there are none.
    return false;
  }
}

function draftNames(): readonly string[] {
  return Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
}

function read(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}
