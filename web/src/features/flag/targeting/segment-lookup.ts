import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { segmentsQuery } from '@/api/segments';
import { type Segment } from '@/lib/model';

/** The segments of a namespace by key, in creation order; undefined until they are there. */
export function useSegments(namespaceKey: string): ReadonlyMap<string, Segment> | undefined {
  const { data } = useQuery(segmentsQuery(namespaceKey));
  return useMemo(
    () => (data === undefined ? undefined : new Map(data.map((segment) => [segment.key, segment]))),
    [data],
  );
}
