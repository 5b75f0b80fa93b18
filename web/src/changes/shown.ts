import { type QueryClient, type QueryKey } from '@tanstack/react-query';
import { flagQuery } from '@/api/flags';
import { segmentQuery } from '@/api/segments';
import { type Based, type BasedFlag, type BasedSegment } from '@/lib/plan/state-plans';
import { turnIn } from './scopes';

/** A flag as the page shows it, or as it is now where nothing does: what a change of it is made from, and based on. */
export function shownFlag(client: QueryClient, namespaceKey: string, key: string): Promise<BasedFlag> {
  return afterTurn(namespaceKey, () => {
    const query = flagQuery(namespaceKey, key);
    return client.query({ ...query, staleTime: ageFor(client, query.queryKey) });
  });
}

/** A segment as {@link shownFlag} gives a flag. */
export function shownSegment(client: QueryClient, namespaceKey: string, key: string): Promise<BasedSegment> {
  return afterTurn(namespaceKey, () => {
    const query = segmentQuery(namespaceKey, key);
    return client.query({ ...query, staleTime: ageFor(client, query.queryKey) });
  });
}

/** At once, or when what this tab is saving is saved, and shown as it is then. */
async function afterTurn<T>(namespaceKey: string, read: () => Promise<T>): Promise<T> {
  const turn = turnIn(namespaceKey);
  if (turn !== undefined) await turn;
  return read();
}

/** How old what a query holds may be. What shows as saved before it is, is of no revision: nothing is based on that. */
function ageFor(client: QueryClient, queryKey: QueryKey): 'static' | 0 {
  const shown = client.getQueryCache().find<Based<object>>({ queryKey, type: 'active' });
  return shown?.state.data?.base === undefined ? 0 : 'static';
}
