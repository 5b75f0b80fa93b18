import { useQueryClient } from '@tanstack/react-query';
import { segmentsQuery } from '@/api/segments';
import { type Flag } from '@/api/types';
import { useNotify } from '@/changes';
import { downloadText } from '@/components/download-text';
import { type FlagContents } from '@/lib/model';
import { usedSegmentKeys } from '@/lib/used-segment-keys';

/** Saves a flag, with the segments that it uses, as the dashboard's own JSON (dashboard.md FL-10). */
export function useExport({ namespaceKey, key }: Flag): (contents: FlagContents) => Promise<void> {
  const client = useQueryClient();
  const notify = useNotify();
  return async (contents) => {
    try {
      const segments = await client.query(segmentsQuery(namespaceKey));
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
  };
}
