import type { flipt, pennonChanges } from '@pennon/proto';
import { queryOptions } from '@tanstack/react-query';
import { type SegmentUse } from '@/lib/model';
import { type BasedSegment } from '@/lib/plan/state-plans';
import { allPages } from './all-pages';
import { api } from './client';
import { segmentOf } from './normalise';
import { apiPath } from './paths';
import { latestSubject } from './revision';

/** All segments of a namespace with their constraints, in creation order. */
export function segmentsQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'segments'],
    queryFn: ({ signal }) =>
      allPages(
        { path: apiPath('namespaces', namespaceKey, 'segments'), member: 'segments', read: segmentOf },
        signal,
      ),
  });
}

/** One segment with its constraints, and the revision that it is of. */
export function segmentQuery(namespaceKey: string, key: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'segment', key],
    queryFn: async ({ signal }): Promise<BasedSegment> => {
      const { revision, state, rows } = await latestSubject(namespaceKey, { kind: 'segment', key }, signal);
      return { ...segmentOf(rows.segment ?? {}), base: revision, document: state };
    },
  });
}

/** How many segments a namespace has, without reading them. */
export function segmentCountQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'segments', 'count'],
    queryFn: async ({ signal }) => {
      const path = apiPath('namespaces', namespaceKey, 'segments');
      const page = await api.get<flipt.SegmentListJson>(path, { signal, query: { limit: '1' } });
      return page.totalCount ?? 0;
    },
  });
}

/** By what a segment is used, flag by flag; also by rules and rollouts that the type of their flag never looks at. */
export function segmentUsesQuery(namespaceKey: string, key: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'segment', key, 'uses'],
    queryFn: async ({ signal }): Promise<readonly SegmentUse[]> => {
      const path = apiPath('namespaces', namespaceKey, 'segments', key, 'uses');
      const { places = [] } = await api.get<pennonChanges.SegmentUsesJson>(path, { signal });
      return places.map(({ key: flagKey = '', part, item }) => ({
        ...{ flagKey, kind: part === 'rules' ? 'rule' : 'rollout', position: Number(item) },
      }));
    },
  });
}
