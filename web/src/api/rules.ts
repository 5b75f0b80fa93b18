import { queryOptions } from '@tanstack/react-query';
import { allPages } from './all-pages';
import { ruleOf } from './normalise';
import { apiPath } from './paths';

/** The rules of a variant flag, by rank. */
export function rulesQuery(namespaceKey: string, flagKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'flag', flagKey, 'rules'],
    queryFn: ({ signal }) =>
      allPages(
        {
          path: apiPath('namespaces', namespaceKey, 'flags', flagKey, 'rules'),
          member: 'rules',
          read: ruleOf,
        },
        signal,
      ),
  });
}
