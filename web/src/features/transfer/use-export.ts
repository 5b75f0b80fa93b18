import { messageOf } from '@pennon/domain';
import { useCallback, useState } from 'react';
import { exportNamespace } from '@/api/document';
import { useNotify } from '@/changes';
import { downloadText } from '@/components/download-text';

/** What is exported, and what is said about it. */
export interface Exported {
  readonly namespaceKey: string;
  /** Only these flags, with the segments that they use; the whole namespace unless given. */
  readonly flagKeys?: readonly string[];
  /** Without an ending. */
  readonly fileName: string;
  readonly format?: 'json' | 'yaml';
  readonly success?: string;
  /** What the server said unless given. */
  readonly failure?: string;
}

export interface Export {
  readonly isRunning: boolean;
  /** Stays the same function. */
  readonly run: (exported: Exported) => Promise<void>;
}

/** Saves flags as a file that `pennon import` reads. */
export function useExport(): Export {
  const notify = useNotify();
  const [isRunning, setRunning] = useState(false);
  const run = useCallback(
    async ({ namespaceKey, flagKeys, fileName, format = 'json', success, failure }: Exported) => {
      setRunning(true);
      try {
        const { document } = await exportNamespace(namespaceKey);
        const { fileText } = await import('@/lib/documents');
        downloadText(`${fileName}.${format}`, `application/${format}`, fileText(document, format, flagKeys));
        if (success !== undefined) notify.success(success);
      } catch (error) {
        notify.error(failure ?? messageOf(error), error instanceof Error ? error : undefined);
      }
      setRunning(false);
    },
    [notify],
  );
  return { isRunning, run };
}
