import { setPreference, usePreferences } from '@/app/preferences';

interface Guard {
  /** Every change in the namespace is shown first. */
  readonly isGuarded: boolean;
  readonly setGuarded: (isGuarded: boolean) => void;
}

/** Whether this browser asks before changes in a namespace. */
export function useGuard(namespaceKey: string): Guard {
  const { guardedNamespaces } = usePreferences();
  return {
    isGuarded: guardedNamespaces.includes(namespaceKey),
    setGuarded: (isGuarded) => {
      const others = guardedNamespaces.filter((key) => key !== namespaceKey);
      setPreference('guardedNamespaces', isGuarded ? [...others, namespaceKey] : others);
    },
  };
}
