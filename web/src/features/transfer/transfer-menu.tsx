import { ArrowDownUp } from 'lucide-react';
import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { transferCopy as copy } from '@/copy/transfer';
import { type Flag } from '@/lib/model';
import { formatCounted } from '@/lib/numbers';
import { useExport } from './use-export';

interface TransferMenuProps {
  readonly namespaceKey: string;
  /** All flags of the namespace. */
  readonly flags: readonly Flag[];
  readonly onImport: () => void;
}

/** Takes the flags of the namespace elsewhere. */
export function TransferMenu({ namespaceKey, flags, onImport }: TransferMenuProps): ReactElement {
  const { isRunning, run } = useExport();
  const block = useWriteBlock(copy.action);
  const exported = {
    namespaceKey,
    fileName: `${namespaceKey}-flags`,
    success: copy.exported(formatCounted(flags.length, 'flag')),
  };
  return (
    <Menu
      trigger={
        <IconButton label={copy.label} variant="secondary" size="regular" disabled={isRunning}>
          <ArrowDownUp aria-hidden size={16} />
        </IconButton>
      }
    >
      {flags.length > 0 && (
        <>
          <MenuItem onSelect={() => void run({ ...exported, format: 'json' })}>{copy.exportJson}</MenuItem>
          <MenuItem onSelect={() => void run({ ...exported, format: 'yaml' })}>{copy.exportYaml}</MenuItem>
        </>
      )}
      <MenuItem blocked={block} onSelect={onImport}>
        {copy.import}
      </MenuItem>
    </Menu>
  );
}
