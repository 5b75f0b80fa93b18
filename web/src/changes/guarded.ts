import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { capabilitiesQuery } from '@/api/capabilities';
import { usePreferences } from '@/app/preferences';

/** The namespaces in which every write is reviewed first, by preference or by the server (dashboard.md 1.3). */
export function useGuardedNamespaces(): ReadonlySet<string> {
  const { guardedNamespaces } = usePreferences();
  const { data: capabilities } = useQuery(capabilitiesQuery());
  return useMemo(
    () => new Set([...guardedNamespaces, ...(capabilities?.guardedNamespaces ?? [])]),
    [guardedNamespaces, capabilities],
  );
}
