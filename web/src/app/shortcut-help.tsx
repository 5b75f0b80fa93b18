import { lazy, type ReactElement, Suspense, useSyncExternalStore } from 'react';
import { useEverTrue } from '@/components/use-ever-true';
import { shellCopy } from '@/copy/shell';
import { createStore } from '@/lib/store';
import { useShortcut } from './shortcuts';

const ShortcutDialog = lazy(async () => ({ default: (await import('./shortcut-dialog')).ShortcutDialog }));

const isOpen = createStore(false);

/** Opens the help of shortcuts, as the user menu does. */
export function openShortcutHelp(): void {
  isOpen.set(true);
}

/** Lists the shortcuts that work on the page as it is. */
export function ShortcutHelp(): ReactElement {
  const copy = shellCopy.shortcuts;
  const isShown = useSyncExternalStore(isOpen.subscribe, isOpen.get);
  const wasShown = useEverTrue(isShown);
  useShortcut('?', openShortcutHelp, { label: copy.help, where: copy.everywhere });
  return (
    <Suspense>
      {wasShown && (
        <ShortcutDialog
          open={isShown}
          onClose={() => {
            isOpen.set(false);
          }}
        />
      )}
    </Suspense>
  );
}
