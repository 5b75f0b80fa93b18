import { useSyncExternalStore } from 'react';
import { connectionLost } from '@/api/connection';
import { useRefusal } from '@/changes';
import { changesCopy } from '@/copy/changes';
import { tokensCopy } from '@/copy/tokens';

/**
 * Why tokens and sessions cannot be created or deleted now; undefined when they can. They are not flag data: a server
 * that is read-only for that lets them be changed.
 */
export function useTokenBlock(action: keyof typeof tokensCopy.action): string | undefined {
  const isLost = useSyncExternalStore(connectionLost.subscribe, connectionLost.get);
  const refusal = useRefusal(
    tokensCopy.action[action],
    action === 'create' ? 'CreateToken' : 'DeleteAuthentication',
  );
  return isLost ? changesCopy.blocked.offline : refusal;
}
