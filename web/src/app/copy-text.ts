import { useCallback } from 'react';
import { useNotify } from '@/changes';
import { kitCopy } from '@/copy/kit';

/** Copies a text from a menu or by a key, where no button can show that it worked. */
export function useCopyText(): (text: string) => void {
  const notify = useNotify();
  return useCallback(
    (text) => {
      navigator.clipboard.writeText(text).then(
        () => {
          notify.success(kitCopy.clipboard.copied);
        },
        () => {
          notify.error(kitCopy.clipboard.refused);
        },
      );
    },
    [notify],
  );
}
