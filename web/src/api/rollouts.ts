import { queryOptions } from '@tanstack/react-query';
import { allPages } from './all-pages';
import { rolloutOf } from './normalise';
import { apiPath } from './paths';

/** The rollouts of a boolean flag, by rank; the server lists them as `rules`. */
export function rolloutsQuery(namespaceKey: string, flagKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'flag', flagKey, 'rollouts'],
    queryFn: ({ signal }) =>
      allPages(
        {
          path: apiPath('namespaces', namespaceKey, 'flags', flagKey, 'rollouts'),
          member: 'rules',
          read: rolloutOf,
        },
        signal,
      ),
  });
}
