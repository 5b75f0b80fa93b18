import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/api-error';
import { api } from '@/api/client';
import { type NamespaceIndex } from './namespace-index';

/** The version of clients that know constraints on entity ids and default variants. */
const CLIENT_VERSION = '1.47.0';

/** How often a visible tab asks for news, in milliseconds. */
const POLL_INTERVAL = 15_000;
const SLOW_POLL_INTERVAL = 60_000;

/** From this size of the document on, in characters, it is asked for less often. */
const LARGE_DOCUMENT = 1_000_000;

/** Answers of a server that does not give the index to this person, or to anybody. */
const refusals: readonly number[] = [403, 404, 501];

/** The index with what the next request and its moment depend on. */
interface StoredIndex {
  /** Undefined where it was refused. */
  readonly index: NamespaceIndex | undefined;
  /** Sent back byte for byte; undefined for a namespace that was never modified. */
  readonly etag: string | undefined;
  readonly size: number;
  /** An answer like others, so that asking again does not begin from nothing. */
  readonly refusal?: ApiError;
}

/**
 * The namespace index: one request for all flags with what decides about them, and for nothing (304) while it is
 * unchanged. Asked again every 15 s while the tab is visible, or every 60 s when it is large.
 */
export function namespaceIndexQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'index'] as const,
    queryFn: async ({ signal, client, queryKey }): Promise<StoredIndex> => {
      const previous = client.getQueryData<StoredIndex>(queryKey);
      const path = `/internal/v1/evaluation/snapshot/namespace/${encodeURIComponent(namespaceKey)}`;
      const headers = {
        'X-Flipt-Accept-Server-Version': CLIENT_VERSION,
        ...(previous?.etag !== undefined && { 'If-None-Match': previous.etag }),
      };
      // The evaluator is loaded beside the first answer: lists show without it.
      const [answer, { readIndex }] = await Promise.all([
        api.ask(path, { signal, headers }).catch(refusalOf),
        import('./read-index'),
      ]);
      if (answer instanceof ApiError) {
        return { index: undefined, etag: undefined, size: 0, refusal: answer };
      }
      if (answer.status === 304 && previous !== undefined) return previous;
      const text = await answer.text();
      return {
        index: readIndex(text),
        etag: answer.headers.get('ETag') ?? undefined,
        size: text.length,
      };
    },
    // The index is compared by its ETag: a structural comparison of classes would only cost time.
    structuralSharing: false,
    staleTime: POLL_INTERVAL,
    refetchInterval: ({ state }) =>
      (state.data?.size ?? 0) > LARGE_DOCUMENT ? SLOW_POLL_INTERVAL : POLL_INTERVAL,
  });
}

/** The error, where it is a refusal; others are thrown. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError && refusals.includes(error.httpStatus)) return error;
  throw error;
}

/** What pages know of the index. */
export interface NamespaceIndexState {
  /** Undefined until it is there, and where the server refuses it. */
  readonly index: NamespaceIndex | undefined;
  readonly etag: string | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  /** True where the server does not give it: then ask flag by flag. */
  readonly isRefused: boolean;
}

/** The index of a namespace, kept up to date while a component that uses it is on the page. */
export function useNamespaceIndex(namespaceKey: string): NamespaceIndexState {
  const { data, error, isLoading } = useQuery(namespaceIndexQuery(namespaceKey));
  const { index, etag, refusal } = data ?? {};
  return { index, etag, error: error ?? refusal, isLoading, isRefused: refusal !== undefined };
}
