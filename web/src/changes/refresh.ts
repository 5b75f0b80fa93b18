import { type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query';
import { type Plan } from '@/lib/plan/plan';

/** The queries that a plan makes out of date: those of its namespace, whose list changes by calls alone. */
function outdatedBy({ namespaceKey, steps = [] }: Plan): readonly QueryFilters[] {
  const contents = { queryKey: ['ns', namespaceKey] };
  return steps.length === 0 ? [contents] : [contents, { queryKey: ['ns'], exact: true }];
}

/**
 * Reads again what a plan changed and someone looks at; resolves when that is there. The namespace index follows by
 * itself: what waits for a change waits for what it edits.
 */
export async function refresh(client: QueryClient, plan: Plan): Promise<void> {
  await Promise.all(
    outdatedBy(plan).map((filter) => {
      stopFirstReads(client, filter);
      void client.invalidateQueries({ ...filter, predicate: isIndex });
      return client.invalidateQueries({ ...filter, predicate: (query) => !isIndex(query) });
    }),
  );
}

/**
 * Stops what is being read for the first time, so that it is asked again: it may have been answered before the change,
 * and TanStack Query keeps to a read that is on its way to a query without data.
 */
function stopFirstReads(client: QueryClient, filter: QueryFilters): void {
  const isFirst = ({ state }: Query): boolean => state.data === undefined;
  for (const query of client.getQueryCache().findAll({ ...filter, type: 'active', predicate: isFirst })) {
    void query.cancel({ silent: true });
  }
}

function isIndex({ queryKey }: Query): boolean {
  return queryKey.at(-1) === 'index';
}
