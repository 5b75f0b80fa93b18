import { type Query, QueryClient } from '@tanstack/react-query';
import { isUnreachable } from './api-error';

/** How long what was read counts as fresh, in milliseconds. */
const FRESH = 15_000;

/** Pauses before a query is asked again while the server cannot be reached, in milliseconds. */
const BACK_OFF: readonly number[] = [1_000, 2_000, 5_000, 10_000];

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        // The client retries reads itself; a refusal does not change by asking again.
        retry: false,
        // Browsers call a machine without a network offline, though the server may run on it.
        networkMode: 'always',
        refetchInterval: (query: Pick<Query, 'state'>) => pauseAfter(query.state),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function pauseAfter({ error, errorUpdateCount }: Query['state']): number | false {
  if (!isUnreachable(error)) return false;
  return BACK_OFF[errorUpdateCount - 1] ?? BACK_OFF.at(-1) ?? false;
}
