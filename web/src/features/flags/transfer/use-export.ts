import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readFlags } from '@/api/contents';
import { segmentsQuery } from '@/api/segments';
import { type Flag } from '@/api/types';
import { useNotify } from '@/changes';
import { downloadText } from '@/components/download-text';
import { transferCopy as copy } from '@/copy/transfer';
import { type FlagContents, type Segment } from '@/lib/model';
import { formatCounted } from '@/lib/numbers';
import { usedSegmentKeys } from '@/lib/used-segment-keys';

export type ExportFormat = 'json' | 'yaml';

export interface Export {
  readonly isRunning: boolean;
  /** Saves these flags and the segments that they use as a file. */
  readonly run: (flags: readonly Flag[], format: ExportFormat) => Promise<void>;
}

/** Reads flags whole and hands them to the browser as a file. */
export function useExport(namespaceKey: string): Export {
  const client = useQueryClient();
  const notify = useNotify();
  const [isRunning, setRunning] = useState(false);
  const run = async (flags: readonly Flag[], format: ExportFormat): Promise<void> => {
    setRunning(true);
    try {
      const keys = flags.map(({ key }) => key);
      const contents = await readFlags(client, namespaceKey, keys);
      const segments = usedBy(contents, await client.query(segmentsQuery(namespaceKey)));
      const name = `${namespaceKey}-flags.${format}`;
      if (format === 'json') {
        const { exportJson } = await import('@/lib/export/export-json');
        downloadText(name, 'application/json', exportJson(namespaceKey, { flags: contents, segments }));
      } else {
        const { exportYaml } = await import('@/lib/export/export-yaml');
        downloadText(name, 'application/yaml', exportYaml(namespaceKey, { flags: contents, segments }));
      }
      notify.success(copy.exported(formatCounted(flags.length, 'flag')));
    } catch (error) {
      if (error instanceof Error) notify.error(error.message, error);
    } finally {
      setRunning(false);
    }
  };
  return { isRunning, run };
}

function usedBy(flags: readonly FlagContents[], segments: readonly Segment[]): readonly Segment[] {
  const used = new Set(flags.flatMap(usedSegmentKeys));
  return segments.filter(({ key }) => used.has(key));
}
