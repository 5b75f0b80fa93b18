import { useQuery } from '@tanstack/react-query';
import { capabilitiesQuery } from '@/api/capabilities';
import { setPreference, usePreferences } from '@/app/preferences';

interface Guard {
  /** Every change in the namespace is shown first. */
  readonly isGuarded: boolean;
  /** The server wants it so: it cannot be taken back here. */
  readonly isByServer: boolean;
  readonly setGuarded: (isGuarded: boolean) => void;
}

/** Whether this browser, or the server, asks before changes in a namespace. */
export function useGuard(namespaceKey: string): Guard {
  const { guardedNamespaces } = usePreferences();
  const { data: capabilities } = useQuery(capabilitiesQuery());
  const isByServer = capabilities?.guardedNamespaces.includes(namespaceKey) === true;
  return {
    isGuarded: isByServer || guardedNamespaces.includes(namespaceKey),
    isByServer,
    setGuarded: (isGuarded) => {
      const others = guardedNamespaces.filter((key) => key !== namespaceKey);
      setPreference('guardedNamespaces', isGuarded ? [...others, namespaceKey] : others);
    },
  };
}
