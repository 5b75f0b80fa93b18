import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { capabilitiesQuery } from '@/api/capabilities';
import { sessionQuery } from '@/api/session';
import { usePreferences } from '@/app/preferences';

/** The namespaces in which every write is reviewed first, by preference or by the server. */
export function useGuardedNamespaces(): ReadonlySet<string> {
  const { guardedNamespaces } = usePreferences();
  const { data: session } = useQuery(sessionQuery());
  // The server says nothing to strangers, which would be remembered as that it can do nothing.
  const isKnown = session !== undefined && session.kind !== 'signed-out';
  const { data: capabilities } = useQuery({ ...capabilitiesQuery(), enabled: isKnown });
  return useMemo(
    () => new Set([...guardedNamespaces, ...(capabilities?.guardedNamespaces ?? [])]),
    [guardedNamespaces, capabilities],
  );
}
