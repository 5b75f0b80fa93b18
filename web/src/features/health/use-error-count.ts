import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { namespaceIndexQuery } from '@/index';
import { findingId } from '@/lib/health/health-finding';
import { namespaceErrors } from '@/lib/health/namespace-errors';
import { useIgnoredFindings } from './ignored-findings';

/**
 * How many errors the namespace has that are not ignored in this browser. It asks nothing of the server: the pages of a
 * namespace keep its index, and until one has read it there is nothing to count.
 */
export function useErrorCount(namespaceKey: string): number {
  const { data } = useQuery({ ...namespaceIndexQuery(namespaceKey), enabled: false });
  const index = data?.index;
  const ids = useMemo(
    () =>
      index === undefined ? [] : namespaceErrors(index).map((finding) => findingId(namespaceKey, finding)),
    [index, namespaceKey],
  );
  const ignored = useIgnoredFindings();
  return ids.filter((id) => !ignored.has(id)).length;
}
