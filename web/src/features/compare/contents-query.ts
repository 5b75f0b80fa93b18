import { queryOptions } from '@tanstack/react-query';
import { readNamespace } from '@/api/contents';

/** What of a namespace can be copied and compared; of its flags only those with these keys, if given. */
export function contentsQuery(namespaceKey: string, flagKeys?: readonly string[]) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'contents', flagKeys ?? 'all'],
    staleTime: 0,
    queryFn: ({ client }) => readNamespace(client, namespaceKey, flagKeys),
  });
}
