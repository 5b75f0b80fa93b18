import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readFlagContents } from '@/api/contents';
import { segmentsQuery } from '@/api/segments';
import { type Flag } from '@/api/types';
import { useNotify } from '@/changes';
import { downloadText } from '@/components/download-text';
import { usedSegmentKeys } from '@/lib/used-segment-keys';

/** Saves a flag as it is now, with the segments that it uses, as the dashboard's own JSON. */
export function useFlagExport(): (flag: Pick<Flag, 'namespaceKey' | 'key'>) => Promise<void> {
  const client = useQueryClient();
  const notify = useNotify();
  return useCallback(
    async ({ namespaceKey, key }) => {
      try {
        const [contents, segments] = await Promise.all([
          readFlagContents(client, namespaceKey, key),
          client.query({ ...segmentsQuery(namespaceKey), staleTime: 0 }),
        ]);
        const used = usedSegmentKeys(contents);
        const { exportJson } = await import('@/lib/export/export-json');
        const text = exportJson(namespaceKey, {
          flags: [contents],
          segments: segments.filter((segment) => used.includes(segment.key)),
        });
        downloadText(`${namespaceKey}-${key}.json`, 'application/json', text);
      } catch (error) {
        if (error instanceof Error) notify.error(error.message, error);
      }
    },
    [client, notify],
  );
}
