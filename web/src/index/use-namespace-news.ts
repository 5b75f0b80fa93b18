import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNamespaceIndex } from './index-query';

/**
 * Reads again what a query holds when the namespace has changed, wherever that was done: the index is polled, and its
 * ETag tells.
 */
export function useNamespaceNews(namespaceKey: string, queryKey: QueryKey): void {
  const client = useQueryClient();
  const { etag } = useNamespaceIndex(namespaceKey);
  const known = useRef(etag);
  const wanted = useRef(queryKey);
  useEffect(() => {
    wanted.current = queryKey;
  });
  useEffect(() => {
    const isFirst = known.current === undefined;
    const isSame = known.current === etag;
    known.current = etag;
    if (isFirst || isSame || etag === undefined) return;
    void client.invalidateQueries({ queryKey: wanted.current });
  }, [client, etag]);
}
