import { useCallback } from 'react';
import { useNotify } from '@/changes';
import { kitCopy } from '@/copy/kit';

/**
 * Copies a text from a menu or by a key, where no button can show that it worked. A text that is still being loaded is
 * given as a promise: Safari refuses to copy after the click has been handled.
 */
export function useCopyText(): (text: string | Promise<string>) => void {
  const notify = useNotify();
  return useCallback(
    (text) => {
      navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]).then(
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
