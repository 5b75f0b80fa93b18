import { Search } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { printedKeys } from '@/app/keys';
import { isApple } from '@/app/platform';
import { useShortcut } from '@/app/shortcuts';
import { loadAhead } from '@/components/load-ahead';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { paletteCopy as copy } from '@/copy/palette';
import { shellCopy } from '@/copy/shell';

const PaletteDialog = loadAhead(async () => (await import('./palette-dialog')).PaletteDialog);

const KEYS = 'mod+k';

/**
 * Opens the palette, by the button or its keys. What is in it is read when it opens first.
 */
export function PaletteButton(): ReactElement {
  // One that was closed while it waited for the server tells once more when that has answered: the next one stays.
  const [opened, setOpened] = useState<object>();
  const open = (): void => {
    setOpened((now) => now ?? {});
  };
  useEffect(() => PaletteDialog.loadWhenTouched(), []);
  useShortcut(KEYS, open, { label: copy.title, where: shellCopy.shortcuts.everywhere, inFields: true });
  return (
    <>
      <Button
        size="compact"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        icon={<Search aria-hidden size={16} />}
        onClick={open}
      >
        <span className="max-md:sr-only">{copy.open}</span>
        <span aria-hidden className="max-md:hidden">
          <Kbd keys={printedKeys(KEYS, isApple)} />
        </span>
      </Button>
      {opened !== undefined && (
        <PaletteDialog.Component
          onClose={() => {
            setOpened((now) => (now === opened ? undefined : now));
          }}
        />
      )}
    </>
  );
}
