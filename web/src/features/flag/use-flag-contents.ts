import { useQuery } from '@tanstack/react-query';
import { rolloutsQuery } from '@/api/rollouts';
import { rulesQuery } from '@/api/rules';
import { type Flag } from '@/api/types';
import { type FlagContents } from '@/lib/model';

/**
 * A flag with all that decides what it answers; undefined until that is there. Rules and rollouts are both read for
 * either type: the API allows leftovers of the other kind.
 */
export function useFlagContents(namespaceKey: string, flag: Flag): FlagContents | undefined {
  const { data: rules } = useQuery(rulesQuery(namespaceKey, flag.key));
  const { data: rollouts } = useQuery(rolloutsQuery(namespaceKey, flag.key));
  return rules === undefined || rollouts === undefined ? undefined : { flag, rules, rollouts };
}
