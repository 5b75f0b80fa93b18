import { useSyncExternalStore } from 'react';
import { connectionLost } from '@/api/connection';
import { changesCopy } from '@/copy/changes';

/**
 * Why credentials cannot be changed now; undefined when they can. They are not flag data: a server that is read-only
 * for that lets them be changed.
 */
export function useOffline(): string | undefined {
  const isLost = useSyncExternalStore(connectionLost.subscribe, connectionLost.get);
  return isLost ? changesCopy.blocked.offline : undefined;
}
