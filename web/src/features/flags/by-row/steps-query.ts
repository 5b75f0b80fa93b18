import { queryOptions } from '@tanstack/react-query';
import { flagQuery } from '@/api/flags';
import { type Flag } from '@/lib/model';
import { Turns } from '@/lib/turns';
import { type FlagSteps } from '../flag-entry';

/** How many flags are asked for at once. */
const turns = new Turns(4);

/** What decides about one flag, of the flag itself. */
export function stepsQuery({ namespaceKey, key }: Flag) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'flag', key, 'steps'],
    queryFn: ({ client, signal }): Promise<FlagSteps> =>
      turns.take(() => client.query(flagQuery(namespaceKey, key)), signal),
  });
}
