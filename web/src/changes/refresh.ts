import { type Query, type QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { type Plan } from '@/lib/plan/plan';

const NAMESPACE_PATH = /^\/api\/v1\/namespaces(?:\/([^/]+)(\/.*)?)?$/;

const TOKENS_PATH = '/auth/v1/tokens/';

/** The queries that a plan makes out of date. */
export function outdatedBy(plan: Plan): readonly { readonly queryKey: QueryKey; readonly exact: boolean }[] {
  const namespaces = new Set([plan.namespaceKey]);
  const areTokensTouched = plan.steps.some(({ call }) => call.path.startsWith(TOKENS_PATH));
  let isListTouched = false;
  for (const { call } of plan.steps) {
    const [, namespaceKey, rest] = NAMESPACE_PATH.exec(call.path) ?? [];
    if (namespaceKey !== undefined) namespaces.add(decodeURIComponent(namespaceKey));
    isListTouched ||= rest === undefined && NAMESPACE_PATH.test(call.path);
  }
  const keys = [...namespaces]
    .filter((namespaceKey) => namespaceKey !== '')
    .map((namespaceKey) => ({ queryKey: ['ns', namespaceKey], exact: false }));
  return [
    ...(isListTouched ? [{ queryKey: ['ns'], exact: true }] : []),
    ...(areTokensTouched ? [{ queryKey: ['tokens'], exact: false }] : []),
    ...keys,
  ];
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
