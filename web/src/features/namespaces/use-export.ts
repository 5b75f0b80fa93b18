import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readNamespace } from '@/api/contents';
import { useNotify } from '@/changes';
import { downloadText } from '@/components/download-text';
import { namespacesCopy } from '@/copy/namespaces';
import { exportJson } from '@/lib/export/export-json';

interface Export {
  readonly isBusy: boolean;
  readonly start: () => void;
}

/** Saves all of a namespace as a file of the person's. */
export function useExport(namespaceKey: string): Export {
  const client = useQueryClient();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const contents = await readNamespace(client, namespaceKey);
      downloadText(`${namespaceKey}.json`, 'application/json', exportJson(namespaceKey, contents));
    } catch (error) {
      notify.error(namespacesCopy.exportFailed(namespaceKey), error instanceof Error ? error : undefined);
    }
    setBusy(false);
  };
  return {
    isBusy,
    start: () => {
      void save();
    },
  };
}
