import { queryOptions } from '@tanstack/react-query';
import { rolloutsQuery } from '@/api/rollouts';
import { rulesQuery } from '@/api/rules';
import { type Flag } from '@/api/types';
import { Turns } from '@/lib/turns';
import { type FlagSteps } from '../flag-entry';

/** How many flags are asked for at once. */
const turns = new Turns(4);

/** What decides about one flag, from the management API: rules or rollouts, whichever its type has. */
export function stepsQuery({ namespaceKey, key, type }: Flag) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'flag', key, 'steps'],
    queryFn: ({ client, signal }): Promise<FlagSteps> =>
      turns.take(
        async () =>
          type === 'VARIANT_FLAG_TYPE'
            ? { rules: await client.query(rulesQuery(namespaceKey, key)), rollouts: [] }
            : { rules: [], rollouts: await client.query(rolloutsQuery(namespaceKey, key)) },
        signal,
      ),
  });
}
