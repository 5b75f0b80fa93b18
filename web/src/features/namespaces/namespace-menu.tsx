import { Ellipsis } from 'lucide-react';
import { type ReactElement } from 'react';
import { namespacePath } from '@/app/namespace';
import { useWriteBlock } from '@/changes';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuCheckItem, MenuItem, MenuLinkItem, MenuSeparator } from '@/components/ui/menu';
import { namespacesCopy as copy } from '@/copy/namespaces';
import { useExport } from '@/features/transfer';
import { type Namespace } from '@/lib/model';
import { useGuard } from './use-guard';

interface NamespaceMenuProps {
  readonly namespace: Namespace;
  readonly onDuplicate: () => void;
}

/** What else can be done with a namespace. */
export function NamespaceMenu({ namespace: { key, name }, onDuplicate }: NamespaceMenuProps): ReactElement {
  const blocked = useWriteBlock(copy.action.create, 'CreateNamespace');
  const { run } = useExport();
  const { isGuarded, setGuarded } = useGuard(key);
  return (
    <Menu
      trigger={
        <IconButton label={copy.actionsOf(name)}>
          <Ellipsis aria-hidden size={16} />
        </IconButton>
      }
    >
      <MenuLinkItem to={namespacePath(key, 'flags')}>{copy.actions.open}</MenuLinkItem>
      <MenuLinkItem to={`/compare?left=${encodeURIComponent(key)}`}>{copy.actions.compare}</MenuLinkItem>
      <MenuItem
        onSelect={() => void run({ namespaceKey: key, fileName: key, failure: copy.exportFailed(key) })}
      >
        {copy.actions.export}
      </MenuItem>
      <MenuItem blocked={blocked} onSelect={onDuplicate}>
        {copy.actions.duplicate}
      </MenuItem>
      <MenuSeparator />
      <MenuCheckItem checked={isGuarded} onCheckedChange={setGuarded}>
        {copy.actions.guard}
      </MenuCheckItem>
    </Menu>
  );
}
