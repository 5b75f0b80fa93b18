import { queryOptions } from '@tanstack/react-query';
import { readFlag } from '@/api/flags';

/** The flag that a new one begins as: read once, and not while somebody edits. */
export function originalQuery(namespaceKey: string, key: string) {
  return queryOptions({
    // Not below 'ns': what is saved meanwhile must not have it read again.
    queryKey: ['original', namespaceKey, key],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ client }) => readFlag(client, namespaceKey, key),
  });
}
