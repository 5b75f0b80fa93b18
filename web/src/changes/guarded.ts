import { useMemo } from 'react';
import { usePreferences } from '@/app/preferences';

/** The namespaces in which this browser asks before every write. */
export function useGuardedNamespaces(): ReadonlySet<string> {
  const { guardedNamespaces } = usePreferences();
  return useMemo(() => new Set(guardedNamespaces), [guardedNamespaces]);
}
