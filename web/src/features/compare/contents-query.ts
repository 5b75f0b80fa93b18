import { queryOptions } from '@tanstack/react-query';
import { readNamespace } from '@/api/document';

/** What of a namespace can be copied and compared. */
export function contentsQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'contents'],
    staleTime: 0,
    queryFn: () => readNamespace(namespaceKey),
  });
}
